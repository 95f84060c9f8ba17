import type { Readable } from 'node:stream';
import { type Frame, FrameAssembler } from '../framing/frame-assembler.ts';

/** One direction of a relay, while it runs. */
export interface Pump {
  /** Resolves when the stream has ended or broken and its last whole line is handled. */
  readonly done: Promise<void>;
  /** Milliseconds since a byte last came; 0 while a line is being handled. */
  idleMs(): number;
}

/**
 * Reads a stream line by line, one at a time and in order.
 *
 * Contract: the next line is handled when the promise of the last one has resolved, so a slow reader slows the writer
 * down (back-pressure) and at most one large line is in memory. `onEnd` gets the bytes that were left without an LF.
 */
export function pump(
  stream: Readable,
  options: {
    maxFrameBytes: number;
    onFrame: (frame: Frame) => Promise<void> | undefined;
    onRest: (rest: Frame) => Promise<void> | undefined;
  },
): Pump {
  const assembler = new FrameAssembler({ maxFrameBytes: options.maxFrameBytes });
  let lastAt = performance.now();
  let busy = false;
  const handle = async (frame: Frame): Promise<void> => {
    const pending = options.onFrame(frame);
    if (pending === undefined) return;
    busy = true;
    await pending;
    busy = false;
  };
  const run = async (): Promise<void> => {
    try {
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        lastAt = performance.now();
        for (const frame of assembler.push(chunk)) await handle(frame);
        lastAt = performance.now();
      }
    } catch {
      // The other side broke off; what was whole has been handled.
    }
    const rest = assembler.end();
    if (rest !== undefined) await options.onRest(rest);
  };
  return { done: run(), idleMs: () => (busy ? 0 : performance.now() - lastAt) };
}
