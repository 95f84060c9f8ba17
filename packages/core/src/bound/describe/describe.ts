import { describeInline } from './describe-inline.ts';
import type { DescribeStart, DescribeStream } from './describe-stream.ts';
import { describeThreaded } from './describe-threaded.ts';
import { hasWorkerThread, isWorkerThreadRunning, sharedWorkerThread } from './worker-thread.ts';

/**
 * Contents up to this size are described on this thread, when they have ended or grown past it: a thread costs its
 * start.
 */
const inlineBytes = 4_194_304;
/** As long as the thread runs, smaller ones go to it too. */
const inlineBytesBesideThread = 1_048_576;

/**
 * Describes a content while it streams: a small one on this thread, a large one on another, so that hashing and storing
 * need not wait.
 *
 * Contract: `head` is not consumed: write it as well. Holds at most 4 MiB of what was written before the choice.
 */
export function describeStream(start: DescribeStart): DescribeStream {
  const inline = describeInline(start);
  if (!hasWorkerThread()) return inline;
  const mostHeld = isWorkerThreadRunning() ? inlineBytesBesideThread : inlineBytes;
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  let threaded: DescribeStream | undefined;
  return {
    encoding: inline.encoding,
    async write(chunk) {
      if (threaded !== undefined) return threaded.write(chunk);
      held.push(chunk.slice());
      heldBytes += chunk.length;
      if (heldBytes <= mostHeld) return;
      threaded = describeThreaded(start, inline, sharedWorkerThread());
      const before = held;
      held = [];
      for (const bytes of before) await threaded.write(bytes);
    },
    async end() {
      if (threaded !== undefined) return threaded.end();
      for (const bytes of held) inline.write(bytes);
      return inline.end();
    },
    abort: () => threaded?.abort(),
  };
}
