import { Worker } from 'node:worker_threads';
import { hasWorkerFile } from '../../worker-file.ts';
import type { FromWorker, ToWorker } from './worker-messages.ts';

/** Hears what the worker says of one stream. */
export type WorkerListener = (message: FromWorker) => void;

/** The one thread that describes for the whole process. */
export interface WorkerThread {
  /** Adds a stream; its listener hears `failed` when the thread ends. Keeps the process alive until `release`. */
  attach(listener: WorkerListener): number;
  post(message: ToWorker): void;
  /** Buffers that no stream uses. */
  readonly spareBuffers: SharedArrayBuffer[];
  release(id: number): void;
}

let shared: WorkerThread | undefined;

/**
 * Returns the shared thread, started on first use.
 *
 * Contract: keeps the process alive only while a stream is attached. A thread that dies fails its streams, and the next
 * call starts another.
 */
export function sharedWorkerThread(): WorkerThread {
  shared ??= startThread();
  return shared;
}

/** Tells whether the shared thread has been started and lives. */
export function isWorkerThreadRunning(): boolean {
  return shared !== undefined;
}

/** Tells whether this build has the worker's file: TypeScript run from source has not. */
export function hasWorkerThread(): boolean {
  return hasWorkerFile(import.meta.url);
}

function startThread(): WorkerThread {
  const worker = new Worker(new URL('./describe-worker.js', import.meta.url));
  const listeners = new Map<number, WorkerListener>();
  let lastId = 0;
  const fail = (reason: string): void => {
    shared = undefined;
    for (const [id, listener] of listeners) listener({ type: 'failed', id, reason });
    listeners.clear();
  };
  worker.unref();
  worker.on('message', (message: FromWorker) => listeners.get(message.id)?.(message));
  worker.on('error', (error) => fail(String(error)));
  worker.on('exit', () => fail('the thread ended'));
  return {
    attach(listener) {
      lastId += 1;
      listeners.set(lastId, listener);
      worker.ref();
      return lastId;
    },
    post: (message) => worker.postMessage(message),
    spareBuffers: [],
    release(id) {
      listeners.delete(id);
      if (listeners.size === 0) worker.unref();
    },
  };
}
