import type { Answer, ApiRow, Operation, Reply, ReplyContext } from '../api-row.ts';
import { isObject, type JsonObject, toNumber, toObject, toObjects, toText } from '../parts/json.ts';
import { decodePathPart } from '../parts/path-part.ts';
import { toPieces } from '../parts/pieces.ts';
import { type RefusalDialect, refuse } from '../parts/refuse.ts';
import { jsonReply } from '../parts/reply.ts';
import { sseHeaders } from '../parts/sse.ts';
import type { ListedTool, TranscriptItem } from '../provider-request.ts';
import type { StopReason, TokenUsage } from '../step.ts';
import { geminiWordings } from '../wordings/gemini.ts';

/** Calls end a turn like any other answer. */
const finishReasons: Readonly<Record<StopReason, string>> = {
  end: 'STOP',
  'tool-calls': 'STOP',
  'max-output': 'MAX_TOKENS',
  'context-window': 'MAX_TOKENS',
  filtered: 'SAFETY',
};

const pathPattern =
  /^\/v1(?:beta1?|alpha)?\/(?:projects\/[^:?]+\/)?models\/([^/:?]+):(generateContent|streamGenerateContent|countTokens)(?:\?|$)/;

const operations: Readonly<Record<string, Operation>> = {
  generateContent: 'answer',
  streamGenerateContent: 'answer',
  countTokens: 'count-tokens',
};

const dialect: RefusalDialect = {
  wordings: geminiWordings,
  wrap: (inner, status) => ({
    status,
    body: {
      error: { message: `${JSON.stringify(inner.body, null, 2)}\n`, code: status, status: reasonPhrases[status] },
    },
  }),
  stream: ({ body }) => ({
    status: 200,
    headers: sseHeaders,
    chunks: [dataLine(Array.isArray(body) ? body[0] : body)],
  }),
};

const reasonPhrases = {
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
} as const;

/**
 * The Gemini API and Vertex AI: `generateContent`, and its stream as events or, without `alt=sse`, as one JSON array.
 */
export const gemini: ApiRow = {
  name: 'gemini',
  windowHoldsOutput: false,
  match: (path) => operations[pathPattern.exec(path)?.[2] ?? ''],
  parseRequest: ({ path, body }) => {
    const [, model = '', operation] = pathPattern.exec(path) ?? [];
    const maxOutputTokens = toNumber(toObject(body.generationConfig ?? body.generation_config).maxOutputTokens);
    return {
      model: decodePathPart(model),
      isStreamed: operation === 'streamGenerateContent',
      ...(maxOutputTokens !== undefined && { maxOutputTokens }),
      tools: toObjects(body.tools).flatMap(listedTools),
      items: [
        ...partItems('system', toObject(body.systemInstruction ?? body.system_instruction).parts),
        ...toObjects(body.contents).flatMap(({ role, parts }) =>
          partItems(role === 'model' ? 'assistant' : 'user', parts),
        ),
      ],
    };
  },
  writeAnswer: (answer, context) =>
    jsonReply(200, chunk(answerParts(answer), context.request.model, context.newId(''), lastOf(answer))),
  streamAnswer,
  writeRefusal: (facts, form, { request }) => {
    const reply = refuse(dialect, facts, { ...form, isStreamed: request.isStreamed && isSse(request.path) });
    return request.isStreamed && !isSse(request.path) ? inArray(reply) : reply;
  },
  writeTokenCount: (totalTokens) => jsonReply(200, { totalTokens }),
};

function isSse(path: string): boolean {
  return new URL(path, 'http://localhost').searchParams.get('alt') === 'sse';
}

/** Where a stream would be a JSON array, so is the error. */
function inArray(reply: Reply): Reply {
  const text = reply.chunks.join('');
  return { ...reply, chunks: [text.startsWith('[') ? text : `[${text}\n]`] };
}

function listedTools({ functionDeclarations, function_declarations: snakeCase }: JsonObject): readonly ListedTool[] {
  return toObjects(functionDeclarations ?? snakeCase).map(({ name }) => ({ name: toText(name) }));
}

function partItems(kind: 'system' | 'user' | 'assistant', parts: unknown): readonly TranscriptItem[] {
  return toObjects(parts).flatMap(({ text, functionCall, functionResponse }): readonly TranscriptItem[] => {
    if (typeof text === 'string') return [{ kind, text }];
    if (isObject(functionCall)) {
      return [{ kind: 'tool-call', ...idOf(functionCall), name: toText(functionCall.name), input: functionCall.args }];
    }
    if (!isObject(functionResponse)) return [];
    const { name, response } = functionResponse;
    return [
      { kind: 'tool-result', ...idOf(functionResponse), name: toText(name), text: stringsIn(response).join('\n') },
    ];
  });
}

function idOf({ id }: JsonObject): { readonly id?: string } {
  return typeof id === 'string' ? { id } : {};
}

/** A response is an object of any form; its text is every string in it. */
function stringsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

interface LastFields {
  readonly finishReason: string;
  readonly usage: TokenUsage;
}

function lastOf({ stopReason, usage }: Answer): LastFields {
  return { finishReason: finishReasons[stopReason], usage };
}

function chunk(parts: readonly object[], model: string, id: string, last?: LastFields): object {
  return {
    candidates: [
      {
        content: { parts, role: 'model' },
        ...(last && { finishReason: last.finishReason }),
        index: 0,
      },
    ],
    ...(last && { usageMetadata: usageMetadata(last.usage) }),
    modelVersion: model,
    responseId: id,
  };
}

function usageMetadata({ inputTokens, outputTokens }: TokenUsage): object {
  return {
    promptTokenCount: inputTokens,
    candidatesTokenCount: outputTokens,
    totalTokenCount: inputTokens + outputTokens,
    promptTokensDetails: [{ modality: 'TEXT', tokenCount: inputTokens }],
  };
}

/** Text comes in pieces, a call always whole. */
function answerParts({ text, toolCalls }: Answer, pieces: readonly string[] = [text]): readonly object[] {
  return [
    ...pieces.filter((piece) => piece !== '').map((piece) => ({ text: piece })),
    ...toolCalls.map(({ id, name, input }) => ({
      functionCall: { ...(id !== undefined && { id }), name, args: input },
    })),
  ];
}

function streamAnswer(answer: Answer, { request, newId }: ReplyContext): Reply {
  const id = newId('');
  const parts = answerParts(answer, toPieces(answer.text));
  const chunks = [
    ...parts.slice(0, -1).map((part) => chunk([part], request.model, id)),
    chunk(parts.slice(-1), request.model, id, lastOf(answer)),
  ];
  if (isSse(request.path)) return { status: 200, headers: sseHeaders, chunks: chunks.map(dataLine) };
  const items = chunks.map((item, index) => `${index === 0 ? '[' : ',\r\n'}${JSON.stringify(item)}`);
  return { status: 200, headers: { 'content-type': 'application/json' }, chunks: [...items, '\r\n]'] };
}

/** Gemini ends its events with CRLF. */
function dataLine(data: object | string): string {
  return `data: ${JSON.stringify(data)}\r\n\r\n`;
}
