import type { ApiRow, Operation, Reply, ReplyContext } from '../api-row.ts';
import { contentText, type JsonObject, parseJson, toNumber, toObjects, toText } from '../parts/json.ts';
import { openaiErrorOf, wrapOpenAi } from '../parts/openai-proxy.ts';
import { type RefusalDialect, refuse } from '../parts/refuse.ts';
import { jsonReply } from '../parts/reply.ts';
import { outputItems, responseObject, type StreamEvent, streamEvents } from '../parts/responses-output.ts';
import { sseEvent, sseHeaders } from '../parts/sse.ts';
import type { ListedTool, TranscriptItem } from '../provider-request.ts';
import type { Envelope } from '../refusal.ts';
import { openaiResponsesWordings } from '../wordings/openai-responses.ts';

/** OpenAI Responses. */
export const openaiResponses: ApiRow = {
  name: 'openai-responses',
  windowHoldsOutput: false,
  match: (path) => operations.find(([pattern]) => pattern.test(path))?.[1],
  parseRequest: ({ body }) => {
    const maxOutputTokens = toNumber(body.max_output_tokens);
    return {
      model: toText(body.model),
      isStreamed: body.stream === true,
      ...(maxOutputTokens !== undefined && { maxOutputTokens }),
      tools: toObjects(body.tools).flatMap(listedTools),
      items:
        typeof body.input === 'string'
          ? [{ kind: 'user', text: body.input }]
          : toObjects(body.input).flatMap(transcriptItem),
    };
  },
  writeAnswer: (answer, context) =>
    jsonReply(200, responseObject(answer, context.request, context.newId('resp_'), outputItems(answer, context))),
  streamAnswer: (answer, context) => eventReply(streamEvents(answer, context)),
  writeRefusal: (facts, form, context) =>
    refuse({ ...dialect, stream: (envelope) => streamRefusal(envelope, context) }, facts, {
      ...form,
      isStreamed: context.request.isStreamed,
    }),
  writeTokenCount: (inputTokens) => jsonReply(200, { object: 'response.input_tokens', input_tokens: inputTokens }),
};

const operations: readonly (readonly [RegExp, Operation])[] = [
  [/^\/v1\/responses(?:\?|$)/, 'answer'],
  [/^\/v1\/responses\/input_tokens(?:\?|$)/, 'count-tokens'],
];

const dialect: Omit<RefusalDialect, 'stream'> = { wordings: openaiResponsesWordings, wrap: wrapOpenAi };

/** The stream begins where it has not begun, and says that it failed; or the error is an event of its own. */
function streamRefusal(envelope: Envelope, { request: { model }, newId, begun }: ReplyContext): Reply {
  const { code, message } = openaiErrorOf(envelope);
  const id = responseIdIn(begun) ?? newId('resp_');
  const response = { id, object: 'response', created_at: Math.floor(Date.now() / 1000), model, output: [] };
  const created = { type: 'response.created', response: { ...response, status: 'in_progress' } };
  const failed = { type: 'response.failed', response: { ...response, status: 'failed', error: { code, message } } };
  const last = envelope.streamName === 'error' ? { type: 'error', error: openaiErrorOf(envelope) } : failed;
  return eventReply(begun === undefined ? [created, last] : [last], begun?.length);
}

function eventReply(events: readonly StreamEvent[], sent = 0): Reply {
  const chunks = events.map((event, index) => sseEvent({ ...event, sequence_number: sent + index }, event.type));
  return { status: 200, headers: sseHeaders, chunks };
}

/** The response that a stream is about, as its first event names it. */
function responseIdIn([first]: Reply['chunks'] = []): string | undefined {
  return typeof first === 'string' ? /"id":"(resp_\w+)"/.exec(first)?.[1] : undefined;
}

function listedTools(tool: JsonObject): readonly ListedTool[] {
  if (tool.type !== 'namespace') return typeof tool.name === 'string' ? [{ name: tool.name }] : [];
  const namespace = toText(tool.name);
  return toObjects(tool.tools).map(({ name }) => ({ name: toText(name), namespace }));
}

function transcriptItem(item: JsonObject): readonly TranscriptItem[] {
  const id = toText(item.call_id);
  const type = item.type ?? 'message';
  if (type === 'function_call') {
    return [{ kind: 'tool-call', id, name: toText(item.name), input: parseJson(toText(item.arguments)) }];
  }
  if (type === 'custom_tool_call') return [{ kind: 'tool-call', id, name: toText(item.name), input: item.input }];
  if (type === 'function_call_output' || type === 'custom_tool_call_output') {
    return [{ kind: 'tool-result', id, text: contentText(item.output) }];
  }
  if (type !== 'message') return [];
  const kind = item.role === 'user' || item.role === 'assistant' ? item.role : 'system';
  return [{ kind, text: contentText(item.content) }];
}
