import type { Description } from '../../shape/shape.ts';
import type { DescribeStart, DescribeStream } from './describe-stream.ts';
import { SharedBuffers } from './shared-buffers.ts';
import type { FromWorker } from './worker-messages.ts';
import type { WorkerThread } from './worker-thread.ts';

/**
 * Describes a content on another thread, with at most six buffers of 1 MiB on their way.
 *
 * Contract: as `describeInline`; rejects from `write` or `end` when the thread fails.
 */
export function describeThreaded(start: DescribeStart, inline: DescribeStream, thread: WorkerThread): DescribeStream {
  const buffers = new SharedBuffers(thread.spareBuffers);
  let current: Buffer | undefined;
  let filled = 0;
  let failure: Error | undefined;
  let description: Description | undefined;
  let wake = (): void => {};
  const id = thread.attach((message: FromWorker) => {
    if (message.type === 'taken') buffers.taken();
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
    const buffer = current.buffer as unknown as SharedArrayBuffer;
    thread.post({ type: 'chunk', id, buffer, byteLength: filled });
    buffers.sent(buffer);
    current = undefined;
    filled = 0;
  };
  const nextBuffer = async (): Promise<Buffer> => {
    if (!buffers.hasFree) await until(() => buffers.hasFree);
    return Buffer.from(buffers.take());
  };

  return {
    encoding: inline.encoding,
    async write(chunk) {
      for (let from = 0; from < chunk.length; ) {
        current ??= await nextBuffer();
        const part = chunk.subarray(from, from + current.length - filled);
        // `set` copies to shared memory byte by byte where the two places are not aligned alike; `fill` copies natively.
        current.fill(part, filled, filled + part.length);
        filled += part.length;
        from += part.length;
        if (filled === current.length) flush();
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
      buffers.release();
      return description as Description;
    },
    abort() {
      thread.post({ type: 'abort', id });
      thread.release(id);
    },
  };
}
