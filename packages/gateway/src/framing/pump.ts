import type { Readable } from 'node:stream';
import { type Frame, FrameAssembler } from './frame-assembler.ts';

type Handler = (frame: Frame) => Promise<void> | undefined;

/** How lines are read and handled. */
export interface PumpOptions {
  readonly maxFrameBytes: number;
  readonly onFrame: Handler;
  /**
   * Sees the beginning of a line that has not ended, each time that more of it has come; nothing where it is too large
   * to be kept.
   */
  readonly onUnfinished?: (line: Buffer | undefined) => void;
  /** Gets what was left without an LF when the stream ended. */
  readonly onRest: Handler;
}

/**
 * Reads a stream line by line, one at a time and in order.
 *
 * Contract: the next line is handled when the promise of the last one has resolved, and the stream is paused until
 * then: a slow reader slows the writer down (back-pressure), and at most one large line is in memory. `done` resolves
 * when the stream has ended or broken and its last line is handled; it never rejects.
 */
export class Pump {
  readonly done: Promise<void>;
  readonly #stream: Readable;
  readonly #assembler: FrameAssembler;
  readonly #options: PumpOptions;
  readonly #chunks: Buffer[] = [];
  #isBusy = false;
  #hasEnded = false;
  #lastAt: number = performance.now();
  #finish: () => void = () => {};

  constructor(stream: Readable, options: PumpOptions) {
    this.#stream = stream;
    this.#options = options;
    this.#assembler = new FrameAssembler({ maxFrameBytes: options.maxFrameBytes });
    this.done = new Promise((resolve) => {
      this.#finish = resolve;
    });
    // Events and not an async iterator: it costs several turns of the event loop for each small message.
    stream.on('data', (chunk: Buffer) => this.#take(chunk));
    const end = (): void => this.#end();
    for (const event of ['end', 'close', 'error']) stream.once(event, end);
  }

  /** Milliseconds since a byte last came; 0 while a line is being handled. */
  idleMs(): number {
    return this.#isBusy ? 0 : performance.now() - this.#lastAt;
  }

  /** See `FrameAssembler.recycle`. */
  recycle(frame: Extract<Frame, { kind: 'line' }>): void {
    this.#assembler.recycle(frame);
  }

  #take(chunk: Buffer): void {
    this.#lastAt = performance.now();
    if (this.#isBusy) this.#chunks.push(chunk);
    else this.#handle(this.#assembler.push(chunk), 0);
  }

  /** Handles lines until one of them takes time; goes on from there when it is done. */
  #handle(frames: readonly Frame[], from: number): void {
    let now = frames;
    let next = from;
    for (;;) {
      while (next < now.length) {
        const pending = this.#options.onFrame(now[next++] as Frame);
        if (pending === undefined) continue;
        this.#wait(pending, now, next);
        return;
      }
      const chunk = this.#chunks.shift();
      if (chunk === undefined) break;
      now = this.#assembler.push(chunk);
      next = 0;
    }
    if (this.#assembler.isMidLine) this.#options.onUnfinished?.(this.#assembler.unfinished);
  }

  #wait(pending: Promise<void>, frames: readonly Frame[], next: number): void {
    this.#isBusy = true;
    this.#stream.pause();
    const resume = (): void => {
      this.#isBusy = false;
      this.#lastAt = performance.now();
      this.#handle(frames, next);
      if (this.#isBusy) return;
      if (this.#hasEnded) this.#end();
      else this.#stream.resume();
    };
    pending.then(resume, resume);
  }

  #end(): void {
    this.#hasEnded = true;
    if (this.#isBusy) return;
    const rest = this.#assembler.end();
    const pending = rest === undefined ? undefined : this.#options.onRest(rest);
    if (pending === undefined) {
      this.#finish();
      return;
    }
    // A stream says more than once that it is over.
    this.#isBusy = true;
    pending.then(this.#finish, this.#finish);
  }
}
