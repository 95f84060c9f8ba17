import type { Answer, ReplyContext } from '../api-row.ts';
import type { ProviderRequest } from '../provider-request.ts';
import type { StopReason } from '../step.ts';
import { toPieces } from './pieces.ts';

/** Why a response is incomplete; absent where it is complete. */
const incompleteReasons: Readonly<Partial<Record<StopReason, string>>> = {
  'max-output': 'max_output_tokens',
  'context-window': 'max_output_tokens',
  filtered: 'content_filter',
};

interface MessageItem {
  readonly type: 'message';
  readonly id: string;
  readonly text: string;
}

interface CallItem {
  readonly type: 'function_call';
  readonly id: string;
  readonly callId: string;
  readonly name: string;
  readonly namespace?: string;
  readonly input: string;
}

/** One item of a response's output, before it has a form on the wire. */
export type OutputItem = MessageItem | CallItem;

export interface StreamEvent {
  readonly type: string;
  readonly [key: string]: unknown;
}

/** Returns what a response holds: a message where there is text or nothing else, then the calls. */
export function outputItems({ text, toolCalls }: Answer, { newId }: ReplyContext): readonly OutputItem[] {
  const message = { type: 'message', id: newId('msg_'), text } as const;
  const calls = toolCalls.map(({ id, name, namespace, input }) => ({
    type: 'function_call' as const,
    id: newId('fc_'),
    callId: id ?? newId('call_'),
    name,
    ...(namespace !== undefined && { namespace }),
    input: JSON.stringify(input),
  }));
  return text === '' && calls.length > 0 ? calls : [message, ...calls];
}

/** Returns a response as it is when it ended. */
export function responseObject(
  { stopReason, usage }: Answer,
  request: ProviderRequest,
  id: string,
  items: readonly OutputItem[],
): object {
  const reason = incompleteReasons[stopReason];
  return {
    ...openResponse(request, id),
    status: reason === undefined ? 'completed' : 'incomplete',
    incomplete_details: reason === undefined ? null : { reason },
    output: items.map(doneItem),
    usage: {
      input_tokens: usage.inputTokens,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: usage.outputTokens,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: usage.inputTokens + usage.outputTokens,
    },
  };
}

/** Returns the events of a stream, without their sequence numbers. */
export function streamEvents(answer: Answer, context: ReplyContext): readonly StreamEvent[] {
  const { request, newId } = context;
  const id = newId('resp_');
  const items = outputItems(answer, context);
  const isComplete = incompleteReasons[answer.stopReason] === undefined;
  return [
    { type: 'response.created', response: openResponse(request, id) },
    { type: 'response.in_progress', response: openResponse(request, id) },
    ...items.flatMap((item, index) => (item.type === 'message' ? messageEvents(item, index) : callEvents(item, index))),
    {
      type: isComplete ? 'response.completed' : 'response.incomplete',
      response: responseObject(answer, request, id, items),
    },
  ];
}

function openResponse({ model, body }: ProviderRequest, id: string): object {
  return {
    id,
    object: 'response',
    created_at: Math.floor(Date.now() / 1000),
    status: 'in_progress',
    error: null,
    incomplete_details: null,
    instructions: body.instructions ?? null,
    max_output_tokens: body.max_output_tokens ?? null,
    model,
    output: [],
    parallel_tool_calls: body.parallel_tool_calls ?? true,
    previous_response_id: null,
    store: body.store ?? true,
    tool_choice: body.tool_choice ?? 'auto',
    tools: body.tools ?? [],
    truncation: body.truncation ?? 'disabled',
    usage: null,
    metadata: body.metadata ?? {},
  };
}

function textPart(text: string): object {
  return { type: 'output_text', text, annotations: [], logprobs: [] };
}

function doneItem(item: OutputItem): object {
  if (item.type === 'message') {
    const { id, text } = item;
    return { id, type: 'message', status: 'completed', role: 'assistant', content: [textPart(text)] };
  }
  return callObject(item, 'completed', item.input);
}

function callObject({ id, callId, name, namespace }: CallItem, status: string, input: string): object {
  const place = namespace === undefined ? {} : { namespace };
  return { id, type: 'function_call', status, call_id: callId, name, ...place, arguments: input };
}

function messageEvents(item: MessageItem, index: number): readonly StreamEvent[] {
  const { id, text } = item;
  const place = { item_id: id, output_index: index, content_index: 0 };
  const empty = { id, type: 'message', status: 'in_progress', role: 'assistant', content: [] };
  return [
    { type: 'response.output_item.added', output_index: index, item: empty },
    { type: 'response.content_part.added', ...place, part: textPart('') },
    ...toPieces(text).map((delta) => ({ type: 'response.output_text.delta', ...place, delta, logprobs: [] })),
    { type: 'response.output_text.done', ...place, text, logprobs: [] },
    { type: 'response.content_part.done', ...place, part: textPart(text) },
    { type: 'response.output_item.done', output_index: index, item: doneItem(item) },
  ];
}

function callEvents(item: CallItem, index: number): readonly StreamEvent[] {
  const place = { item_id: item.id, output_index: index };
  return [
    { type: 'response.output_item.added', output_index: index, item: callObject(item, 'in_progress', '') },
    ...toPieces(item.input).map((delta) => ({ type: 'response.function_call_arguments.delta', ...place, delta })),
    { type: 'response.function_call_arguments.done', ...place, name: item.name, arguments: item.input },
    { type: 'response.output_item.done', output_index: index, item: doneItem(item) },
  ];
}
