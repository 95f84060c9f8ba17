import type { Description } from '../../shape/shape.ts';
import type { DescribeStart, DescribeStream } from './describe-stream.ts';
import type { FromWorker } from './worker-messages.ts';
import type { WorkerThread } from './worker-thread.ts';

const bufferBytes = 1_048_576;
/** Buffers of one stream that the thread may still have to read. */
const maxBuffers = 6;

/**
 * Describes a content on another thread, with at most six buffers of 1 MiB on their way.
 *
 * Contract: as `describeInline`; rejects from `write` or `end` when the thread fails.
 */
export function describeThreaded(start: DescribeStart, inline: DescribeStream, thread: WorkerThread): DescribeStream {
  const free: ArrayBuffer[] = [];
  let made = 0;
  let current: Uint8Array | undefined;
  let filled = 0;
  let failure: Error | undefined;
  let description: Description | undefined;
  let wake = (): void => {};
  const id = thread.attach((message: FromWorker) => {
    if (message.type === 'taken') free.push(message.buffer);
    else if (message.type === 'done') description = message.description;
    else failure = new Error(message.reason);
    wake();
  });
  thread.post({ type: 'start', id, start });

  const until = async (isDone: () => boolean): Promise<void> => {
    while (!isDone() && failure === undefined) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    if (failure !== undefined) throw failure;
  };
  const flush = (): void => {
    if (current === undefined) return;
    const buffer = current.buffer as ArrayBuffer;
    thread.post({ type: 'chunk', id, buffer, byteLength: filled }, [buffer]);
    current = undefined;
    filled = 0;
  };
  const nextBuffer = async (): Promise<Uint8Array> => {
    if (free.length === 0 && made >= maxBuffers) await until(() => free.length > 0);
    const reused = free.pop();
    if (reused !== undefined) return new Uint8Array(reused);
    made += 1;
    return new Uint8Array(bufferBytes);
  };

  return {
    encoding: inline.encoding,
    async write(chunk) {
      for (let from = 0; from < chunk.length; ) {
        current ??= await nextBuffer();
        const part = chunk.subarray(from, from + bufferBytes - filled);
        current.set(part, filled);
        filled += part.length;
        from += part.length;
        if (filled === bufferBytes) flush();
      }
    },
    async end() {
      flush();
      thread.post({ type: 'end', id });
      try {
        await until(() => description !== undefined);
      } finally {
        thread.release(id);
      }
      return description as Description;
    },
    abort() {
      thread.post({ type: 'abort', id });
      thread.release(id);
    },
  };
}
