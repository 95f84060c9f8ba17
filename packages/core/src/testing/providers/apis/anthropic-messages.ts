import type { Answer, ApiRow, Operation, Reply, ReplyContext } from '../api-row.ts';
import { blockEvents, contentBlocks } from '../parts/anthropic-blocks.ts';
import { contentText, type JsonObject, toNumber, toObject, toObjects, toText } from '../parts/json.ts';
import { type RefusalDialect, refuse } from '../parts/refuse.ts';
import { jsonReply } from '../parts/reply.ts';
import { sseEvent, sseHeaders } from '../parts/sse.ts';
import type { TranscriptItem } from '../provider-request.ts';
import type { WrappedStatus } from '../refusal.ts';
import type { StopReason } from '../step.ts';
import { anthropicError, anthropicWordings } from '../wordings/anthropic-messages.ts';

const stopReasons: Readonly<Record<StopReason, string>> = {
  end: 'end_turn',
  'tool-calls': 'tool_use',
  'max-output': 'max_tokens',
  'context-window': 'model_context_window_exceeded',
  filtered: 'refusal',
};

/** The type of the error that a proxy puts around another one. */
const wrappedTypes: Readonly<Record<WrappedStatus, string>> = {
  429: 'rate_limit_error',
  500: 'api_error',
  502: 'api_error',
  503: 'overloaded_error',
};

const operations: readonly (readonly [RegExp, Operation])[] = [
  [/^\/v1\/messages(?:\?|$)/, 'answer'],
  [/^\/v1\/messages\/count_tokens(?:\?|$)/, 'count-tokens'],
];

const dialect: RefusalDialect = {
  wordings: anthropicWordings,
  wrap: (inner, status) =>
    anthropicError(status, wrappedTypes[status], `${inner.status} ${JSON.stringify(inner.body)}`),
  stream: ({ body }) => ({ status: 200, headers: sseHeaders, chunks: [sseEvent(toObject(body), 'error')] }),
};

/** Anthropic Messages. */
export const anthropicMessages: ApiRow = {
  name: 'anthropic-messages',
  windowHoldsOutput: true,
  match: (path) => operations.find(([pattern]) => pattern.test(path))?.[1],
  parseRequest: ({ body }) => {
    const maxOutputTokens = toNumber(body.max_tokens);
    const system = contentText(body.system);
    return {
      model: toText(body.model),
      isStreamed: body.stream === true,
      ...(maxOutputTokens !== undefined && { maxOutputTokens }),
      tools: toObjects(body.tools).map(({ name }) => ({ name: toText(name) })),
      items: [
        ...(system === '' ? [] : [{ kind: 'system', text: system } as const]),
        ...toObjects(body.messages).flatMap(messageItems),
      ],
    };
  },
  writeAnswer: (answer, context) => {
    const { request, newId } = context;
    return jsonReply(
      200,
      {
        ...frame(request.model, newId('msg_')),
        content: contentBlocks(answer, context),
        stop_reason: stopReasons[answer.stopReason],
        usage: { ...inputUsage(answer), output_tokens: answer.usage.outputTokens },
      },
      { 'request-id': newId('req_') },
    );
  },
  streamAnswer,
  writeRefusal: (facts, form, { request, newId }) => {
    const reply = refuse(dialect, facts, { ...form, isStreamed: request.isStreamed });
    return { ...reply, headers: { ...reply.headers, 'request-id': newId('req_') } };
  },
  writeTokenCount: (inputTokens) => jsonReply(200, { input_tokens: inputTokens }),
};

function messageItems({ role, content }: JsonObject): readonly TranscriptItem[] {
  const kind = role === 'assistant' ? 'assistant' : 'user';
  if (typeof content === 'string') return [{ kind, text: content }];
  return toObjects(content).flatMap((block): readonly TranscriptItem[] => {
    if (block.type === 'text') return [{ kind, text: toText(block.text) }];
    if (block.type === 'tool_use') {
      return [{ kind: 'tool-call', id: toText(block.id), name: toText(block.name), input: block.input }];
    }
    if (block.type !== 'tool_result') return [];
    return [{ kind: 'tool-result', id: toText(block.tool_use_id), text: contentText(block.content) }];
  });
}

function frame(model: string, id: string): object {
  return { id, type: 'message', role: 'assistant', model, content: [], stop_reason: null, stop_sequence: null };
}

function inputUsage({ usage }: Answer): object {
  return { input_tokens: usage.inputTokens, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };
}

function streamAnswer(answer: Answer, context: ReplyContext): Reply {
  const { request, newId } = context;
  const message = { ...frame(request.model, newId('msg_')), usage: { ...inputUsage(answer), output_tokens: 1 } };
  const delta = { stop_reason: stopReasons[answer.stopReason], stop_sequence: null };
  const events = [
    { type: 'message_start', message },
    ...contentBlocks(answer, context).flatMap(blockEvents),
    { type: 'message_delta', delta, usage: { output_tokens: answer.usage.outputTokens } },
    { type: 'message_stop' },
  ];
  return {
    status: 200,
    headers: { ...sseHeaders, 'request-id': newId('req_') },
    chunks: events.map((event) => sseEvent(event, event.type)),
  };
}
