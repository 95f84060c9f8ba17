import { Worker } from 'node:worker_threads';
import { formatCount } from '../../bytes/count-words.ts';
import { SpillwayError } from '../../errors.ts';
import { hasWorkerFile } from '../../worker-file.ts';
import { abortedError } from '../pace.ts';
import { tooLarge } from './query-error.ts';
import type { QueryLimits } from './query-request.ts';
import { type QueryOutcome, type QueryTask, runQuery } from './run-query.ts';
import type { QueryMessage } from './worker-messages.ts';

const mib = 1_048_576;
/** Deep documents are followed by recursion. */
const stackMb = 64;

/**
 * Runs one query on a thread of its own, which ends with it.
 *
 * Contract: takes over the bytes of the task. Heap and time of the thread are limited; a query that passes one of them,
 * or is aborted, is ended in its midst, and this thread is held up by neither. Where TypeScript runs from source it runs
 * here, with no limit but the size of the content.
 * @throws SpillwayError as `runQuery`; `query-too-large`, `aborted`.
 */
export async function runQueryThread(
  task: QueryTask,
  limits: QueryLimits,
  signal?: AbortSignal,
): Promise<QueryOutcome> {
  if (signal?.aborted) throw abortedError(signal.reason);
  if (!hasWorkerFile(import.meta.url)) return runQuery(task);
  const byteLength = task.bytes.length;
  const worker = new Worker(new URL('./query-worker.js', import.meta.url), {
    workerData: task,
    transferList: [task.bytes.buffer as ArrayBuffer],
    resourceLimits: { maxOldGenerationSizeMb: Math.ceil(limits.maxQueryHeapBytes / mib), stackSizeMb: stackMb },
  });
  let timer: NodeJS.Timeout | undefined;
  let onAbort = (): void => {};
  try {
    return await new Promise((resolve, reject) => {
      onAbort = () => reject(abortedError(signal?.reason));
      signal?.addEventListener('abort', onAbort);
      timer = setTimeout(() => reject(tookTooLong(limits, byteLength)), limits.maxQueryMs);
      worker.once('message', (message: QueryMessage) => {
        if (message.type === 'done') resolve(message.outcome);
        else reject(new SpillwayError(message));
      });
      worker.once('error', (error) => reject(isOutOfMemory(error) ? tookTooMuch(limits, byteLength) : error));
      worker.once('exit', () => reject(new Error('the thread of the query ended without an answer')));
    });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
    await worker.terminate();
  }
}

function isOutOfMemory(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';
}

function tookTooLong({ maxQueryMs }: QueryLimits, byteLength: number): SpillwayError {
  return tooLarge(`It took longer than ${formatCount(maxQueryMs)} ms`, byteLength, { maxQueryMs });
}

function tookTooMuch({ maxQueryHeapBytes }: QueryLimits, byteLength: number): SpillwayError {
  const what = `It takes more than ${formatCount(maxQueryHeapBytes)} bytes of memory`;
  return tooLarge(what, byteLength, { maxQueryHeapBytes });
}
