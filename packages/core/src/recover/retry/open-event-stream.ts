/** A stream of events that its reader has from the beginning, and the event that refuses where one does. */
export interface OpenedEventStream {
  readonly body: ReadableStream<Uint8Array>;
  readonly refusal?: string;
}

/** Events that come before the first word of an answer. */
const preludes: ReadonlySet<string> = new Set([
  'message_start',
  'ping',
  'response.created',
  'response.in_progress',
  'response.queued',
]);
const maxPreludeBytes = 65_536;

/**
 * Reads a stream of server-sent events up to its first word of an answer, or to an error before it.
 *
 * Contract: `body` gives every byte of the stream, those that were read included; reads at most 64 KiB ahead.
 */
export async function openEventStream(stream: ReadableStream<Uint8Array>): Promise<OpenedEventStream> {
  const reader = stream.getReader();
  const chunks: Uint8Array[] = [];
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  let isDone = false;
  let refusal: string | undefined;
  while (bytes < maxPreludeBytes && refusal === undefined) {
    const { value, done } = await reader.read();
    isDone = done;
    if (value !== undefined) {
      chunks.push(value);
      bytes += value.byteLength;
      text += decoder.decode(value, { stream: true });
    }
    const events = text.split(/\r?\n\r?\n/u);
    if (!done) events.pop();
    refusal = events.find(isErrorEvent);
    if (done || events.some((event) => !isPrelude(event))) break;
  }
  return { body: rejoin(chunks, reader, isDone), ...(refusal !== undefined && { refusal }) };
}

function rejoin(
  chunks: readonly Uint8Array[],
  reader: ReadableStreamDefaultReader<Uint8Array>,
  isDone: boolean,
): ReadableStream<Uint8Array> {
  let next = 0;
  return new ReadableStream({
    async pull(controller) {
      const read = chunks[next++];
      if (read !== undefined) return controller.enqueue(read);
      const { value, done } = isDone ? { value: undefined, done: true } : await reader.read();
      if (done) return controller.close();
      controller.enqueue(value as Uint8Array);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

function dataOf(event: string): Record<string, unknown> | undefined {
  const data = event
    .split(/\r?\n/u)
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice('data:'.length).trim())
    .join('\n');
  try {
    const value: unknown = JSON.parse(data);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function isErrorEvent(event: string): boolean {
  if (/^(?:event: ?error|error:)/mu.test(event)) return true;
  const data = dataOf(event);
  if (data === undefined) return false;
  return data.type === 'error' || data.type === 'response.failed' || (data.error !== undefined && data.error !== null);
}

/** Comments, empty events, and the first events of each API: of Chat, the one that names the role alone. */
function isPrelude(event: string): boolean {
  if (event.split(/\r?\n/u).every((line) => line === '' || line.startsWith(':'))) return true;
  const data = dataOf(event);
  if (typeof data?.type === 'string' && preludes.has(data.type)) return true;
  const [choice] = (Array.isArray(data?.choices) ? data.choices : []) as {
    delta?: { role?: unknown; content?: unknown; tool_calls?: unknown };
  }[];
  return choice?.delta?.role !== undefined && !choice.delta.content && choice.delta.tool_calls === undefined;
}
