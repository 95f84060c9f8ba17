import type { Readable } from 'node:stream';

/** A pipe that is being read. */
export interface Drain {
  /** Resolves when the pipe has ended or was let go, and everything read has been taken. Rejects when `take` does. */
  readonly done: Promise<void>;
  /** Takes what has already been read, and stops; resolves `done`. Does nothing after the end. */
  letGo(): void;
}

/**
 * Reads a pipe to its end, one chunk at a time.
 *
 * Contract: reads on only when `take` has resolved (back-pressure), so memory does not grow with what is written.
 */
export function drain(stream: Readable, take: (chunk: Uint8Array) => Promise<void>): Drain {
  let taking = Promise.resolve();
  let isOpen = true;
  let finish = (): void => {};
  const ended = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const onData = (chunk: Uint8Array): void => {
    stream.pause();
    taking = taking.then(() => take(chunk)).then(() => void (isOpen && stream.resume()));
  };
  const close = (): void => {
    isOpen = false;
    finish();
  };
  stream.on('data', onData);
  stream.on('error', close);
  stream.on('close', close);
  return {
    done: ended.then(() => taking),
    letGo() {
      if (!isOpen) return;
      isOpen = false;
      stream.off('data', onData);
      stream.pause();
      for (let chunk = stream.read(); chunk !== null; chunk = stream.read()) {
        const rest = chunk as Uint8Array;
        taking = taking.then(() => take(rest));
      }
      stream.destroy();
      finish();
    },
  };
}
