import type { Answer, ApiRow, Operation, Reply, ReplyContext } from '../api-row.ts';
import { eventMessage, eventStreamHeaders, exceptionMessage } from '../parts/event-stream.ts';
import { isObject, type JsonObject, toNumber, toObject, toObjects, toText } from '../parts/json.ts';
import { decodePathPart } from '../parts/path-part.ts';
import { toPieces } from '../parts/pieces.ts';
import { type RefusalDialect, refuse } from '../parts/refuse.ts';
import { jsonReply } from '../parts/reply.ts';
import type { TranscriptItem } from '../provider-request.ts';
import type { WrappedStatus } from '../refusal.ts';
import type { StopReason, TokenUsage } from '../step.ts';
import { bedrockError, bedrockWordings, errorTypeHeader } from '../wordings/bedrock-converse.ts';

const stopReasons: Readonly<Record<StopReason, string>> = {
  end: 'end_turn',
  'tool-calls': 'tool_use',
  'max-output': 'max_tokens',
  'context-window': 'model_context_window_exceeded',
  filtered: 'content_filtered',
};

/** The exception by which a status in between is known. */
const wrappedExceptions: Readonly<Record<WrappedStatus, string>> = {
  429: 'ThrottlingException',
  500: 'InternalServerException',
  502: 'ModelErrorException',
  503: 'ServiceUnavailableException',
};

const pathPattern = /^\/model\/([^/?]+)\/(converse|converse-stream|count-tokens)(?:\?|$)/;

const operations: Readonly<Record<string, Operation>> = {
  converse: 'answer',
  'converse-stream': 'answer',
  'count-tokens': 'count-tokens',
};

const dialect: RefusalDialect = {
  wordings: bedrockWordings,
  wrap: (inner, status) =>
    bedrockError(
      status,
      wrappedExceptions[status],
      `An error occurred (${inner.headers?.[errorTypeHeader]}) when calling the Converse operation: ${toText(toObject(inner.body).message)}`,
    ),
  stream: ({ headers, body }) => ({
    status: 200,
    headers: eventStreamHeaders,
    chunks: [exceptionMessage(lowerFirst(headers?.[errorTypeHeader] ?? ''), toObject(body))],
  }),
};

/** Amazon Bedrock Converse and ConverseStream. */
export const bedrockConverse: ApiRow = {
  name: 'bedrock-converse',
  windowHoldsOutput: true,
  match: (path) => operations[pathPattern.exec(path)?.[2] ?? ''],
  parseRequest: ({ path, body }) => {
    const [, model = '', operation] = pathPattern.exec(path) ?? [];
    const maxOutputTokens = toNumber(toObject(body.inferenceConfig).maxTokens);
    return {
      model: decodePathPart(model),
      isStreamed: operation === 'converse-stream',
      ...(maxOutputTokens !== undefined && { maxOutputTokens }),
      tools: toObjects(toObject(body.toolConfig).tools).flatMap(({ toolSpec }) =>
        isObject(toolSpec) ? [{ name: toText(toolSpec.name) }] : [],
      ),
      items: [
        ...toObjects(body.system).map(({ text }) => ({ kind: 'system' as const, text: toText(text) })),
        ...toObjects(body.messages).flatMap(messageItems),
      ],
    };
  },
  writeAnswer: (answer, context) =>
    jsonReply(
      200,
      {
        output: { message: { role: 'assistant', content: contentBlocks(answer, context) } },
        stopReason: stopReasons[answer.stopReason],
        usage: usage(answer.usage),
        metrics,
      },
      { 'x-amzn-requestid': context.newId('') },
    ),
  streamAnswer,
  writeRefusal: (facts, form, { request, newId }) => {
    const reply = refuse(dialect, facts, { ...form, isStreamed: request.isStreamed });
    return { ...reply, headers: { ...reply.headers, 'x-amzn-requestid': newId('') } };
  },
  writeTokenCount: (inputTokens) => jsonReply(200, { inputTokens }),
};

const metrics = { latencyMs: 1 };

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function messageItems({ role, content }: JsonObject): readonly TranscriptItem[] {
  const kind = role === 'assistant' ? 'assistant' : 'user';
  return toObjects(content).flatMap(({ text, toolUse, toolResult }): readonly TranscriptItem[] => {
    if (typeof text === 'string') return [{ kind, text }];
    if (isObject(toolUse)) {
      return [{ kind: 'tool-call', id: toText(toolUse.toolUseId), name: toText(toolUse.name), input: toolUse.input }];
    }
    if (!isObject(toolResult)) return [];
    return [{ kind: 'tool-result', id: toText(toolResult.toolUseId), text: resultText(toolResult.content) }];
  });
}

function resultText(content: unknown): string {
  return toObjects(content)
    .flatMap(({ text, json }) => (json === undefined ? [toText(text)] : [JSON.stringify(json)]))
    .join('\n');
}

function usage({ inputTokens, outputTokens }: TokenUsage): object {
  return { inputTokens, outputTokens, totalTokens: inputTokens + outputTokens };
}

type Block =
  | { readonly text: string }
  | { readonly toolUse: { readonly toolUseId: string; name: string; input: object } };

function contentBlocks({ text, toolCalls }: Answer, { newId }: ReplyContext): readonly Block[] {
  return [
    ...(text === '' ? [] : [{ text }]),
    ...toolCalls.map(({ id, name, input }) => ({ toolUse: { toolUseId: id ?? newId('tooluse_'), name, input } })),
  ];
}

function streamAnswer(answer: Answer, context: ReplyContext): Reply {
  return {
    status: 200,
    headers: { ...eventStreamHeaders, 'x-amzn-requestid': context.newId('') },
    chunks: [
      eventMessage('messageStart', { role: 'assistant' }),
      ...contentBlocks(answer, context).flatMap(blockMessages),
      eventMessage('messageStop', { stopReason: stopReasons[answer.stopReason] }),
      eventMessage('metadata', { usage: usage(answer.usage), metrics }),
    ],
  };
}

/** A text opens with its first delta; a call is opened by an event that names it. */
function blockMessages(block: Block, contentBlockIndex: number): readonly Uint8Array[] {
  const delta = (part: object): Uint8Array => eventMessage('contentBlockDelta', { contentBlockIndex, delta: part });
  const stop = eventMessage('contentBlockStop', { contentBlockIndex });
  if ('text' in block) return [...toPieces(block.text).map((text) => delta({ text })), stop];
  const { toolUseId, name, input } = block.toolUse;
  return [
    eventMessage('contentBlockStart', { contentBlockIndex, start: { toolUse: { toolUseId, name } } }),
    ...toPieces(JSON.stringify(input)).map((piece) => delta({ toolUse: { input: piece } })),
    stop,
  ];
}
