import type { Answer, ApiRow, Reply, ReplyContext } from '../api-row.ts';
import { contentText, type JsonObject, parseJson, toNumber, toObject, toObjects, toText } from '../parts/json.ts';
import { openaiErrorOf, wrapOpenAi } from '../parts/openai-proxy.ts';
import { toPieces } from '../parts/pieces.ts';
import { type RefusalDialect, refuse } from '../parts/refuse.ts';
import { jsonReply } from '../parts/reply.ts';
import { sseEvent, sseHeaders } from '../parts/sse.ts';
import type { TranscriptItem } from '../provider-request.ts';
import type { StopReason, TokenUsage } from '../step.ts';
import { openaiChatWordings } from '../wordings/openai-chat.ts';

const finishReasons: Readonly<Record<StopReason, string>> = {
  end: 'stop',
  'tool-calls': 'tool_calls',
  'max-output': 'length',
  'context-window': 'length',
  filtered: 'content_filter',
};

const dialect: RefusalDialect = {
  wordings: openaiChatWordings,
  wrap: wrapOpenAi,
  stream: (envelope) => ({
    status: 200,
    headers: sseHeaders,
    chunks:
      envelope.streamName === 'error'
        ? [`error: ${JSON.stringify(openaiErrorOf(envelope))}\n\n`]
        : [sseEvent({ error: openaiErrorOf(envelope) }), 'data: [DONE]\n\n'],
  }),
};

/** OpenAI Chat Completions, and the many servers that speak it. */
export const openaiChat: ApiRow = {
  name: 'openai-chat',
  windowHoldsOutput: true,
  match: (path) => (/^\/v1\/chat\/completions(?:\?|$)/.test(path) ? 'answer' : undefined),
  parseRequest: ({ body }) => {
    const maxOutputTokens = toNumber(body.max_completion_tokens) ?? toNumber(body.max_tokens);
    return {
      model: toText(body.model),
      isStreamed: body.stream === true,
      ...(maxOutputTokens !== undefined && { maxOutputTokens }),
      tools: toObjects(body.tools).map((tool) => ({ name: toText(toObject(tool.function ?? tool.custom).name) })),
      items: toObjects(body.messages).flatMap(messageItems),
    };
  },
  writeAnswer: (answer, context) =>
    jsonReply(200, {
      ...frame(context, 'chat.completion'),
      choices: [{ index: 0, message: message(answer, context), logprobs: null, finish_reason: finishReason(answer) }],
      usage: usage(answer.usage),
    }),
  streamAnswer,
  writeRefusal: (facts, form, { request }) => refuse(dialect, facts, { ...form, isStreamed: request.isStreamed }),
  writeTokenCount: () => jsonReply(404, { error: { message: 'Not found', type: 'invalid_request_error' } }),
};

function messageItems(message: JsonObject): readonly TranscriptItem[] {
  const text = contentText(message.content);
  if (message.role === 'tool') return [{ kind: 'tool-result', id: toText(message.tool_call_id), text }];
  if (message.role === 'user') return [{ kind: 'user', text }];
  if (message.role !== 'assistant') return [{ kind: 'system', text }];
  const calls = toObjects(message.tool_calls).map((call) => {
    const { name, arguments: input } = toObject(call.function);
    return { kind: 'tool-call', id: toText(call.id), name: toText(name), input: parseJson(toText(input)) } as const;
  });
  return [...(text === '' ? [] : [{ kind: 'assistant', text } as const]), ...calls];
}

function frame({ request, newId }: ReplyContext, object: string): object {
  const created = Math.floor(Date.now() / 1000);
  return { id: newId('chatcmpl-'), object, created, model: request.model, system_fingerprint: null };
}

function finishReason(answer: Answer): string {
  return finishReasons[answer.stopReason];
}

function message({ text, toolCalls }: Answer, { newId }: ReplyContext): object {
  const calls = toolCalls.map(({ id, name, input }) => ({
    id: id ?? newId('call_'),
    type: 'function',
    function: { name, arguments: JSON.stringify(input) },
  }));
  const content = text === '' && calls.length > 0 ? null : text;
  return { role: 'assistant', content, refusal: null, ...(calls.length > 0 && { tool_calls: calls }) };
}

function usage({ inputTokens, outputTokens }: TokenUsage): object {
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: 0, audio_tokens: 0 },
  };
}

function streamAnswer(answer: Answer, context: ReplyContext): Reply {
  const head = frame(context, 'chat.completion.chunk');
  const withUsage = toObject(context.request.body.stream_options).include_usage === true;
  const chunk = (delta: object, reason: string | null = null): string =>
    sseEvent({
      ...head,
      choices: [{ index: 0, delta, logprobs: null, finish_reason: reason }],
      ...(withUsage && { usage: null }),
    });
  const content = answer.text === '' && answer.toolCalls.length > 0 ? null : '';
  return {
    status: 200,
    headers: sseHeaders,
    chunks: [
      chunk({ role: 'assistant', content, refusal: null }),
      ...toPieces(answer.text).map((piece) => chunk({ content: piece })),
      ...callDeltas(answer, context).map((call) => chunk({ tool_calls: [call] })),
      chunk({}, finishReason(answer)),
      ...(withUsage ? [sseEvent({ ...head, choices: [], usage: usage(answer.usage) })] : []),
      'data: [DONE]\n\n',
    ],
  };
}

function callDeltas({ toolCalls }: Answer, { newId }: ReplyContext): readonly object[] {
  return toolCalls.flatMap(({ id, name, input }, index) => [
    { index, id: id ?? newId('call_'), type: 'function', function: { name, arguments: '' } },
    ...toPieces(JSON.stringify(input)).map((piece) => ({ index, function: { arguments: piece } })),
  ]);
}
