import type { BoundContext, BoundedResult, ResultCapture } from '../boundary.ts';
import { ArrivingString } from '../json/arriving-string.ts';
import type { Literal } from '../json/string-literal.ts';

type Captured = Awaited<ReturnType<ResultCapture['end']>>;

/** Where a text begins, and how it is taken. */
export interface ArrivingTextOptions {
  /** The position of its first byte in the line, behind the quote. */
  readonly start: number;
  /** What the capture was told. */
  readonly maxResultBytes: number;
  /** Raw bytes that are decoded in one piece. */
  readonly pieceBytes?: number;
}

/**
 * Gives the text of a tool result to a capture while the line that holds it arrives.
 *
 * Contract: nothing is decided by it: when the line is whole, `bound` gives what the boundary's own `bound` would give for
 * the same literal, or nothing where the text that shows is another one or could not be taken. `close` drops what was
 * not asked for. Holds no more than the capture does and one piece.
 */
export class ArrivingText {
  readonly #capture: ResultCapture;
  readonly #maxResultBytes: number;
  readonly #string: ArrivingString;
  #line: Buffer;
  #isWhole = false;
  #isBusy = false;
  #hasFailed = false;
  #isBounded = false;
  #writing: Promise<void> = Promise.resolve();
  #captured: Promise<Captured | undefined> | undefined;

  constructor(capture: ResultCapture, line: Buffer, options: ArrivingTextOptions) {
    this.#capture = capture;
    this.#line = line;
    this.#maxResultBytes = options.maxResultBytes;
    this.#string = new ArrivingString(options.start, options.pieceBytes);
    // A first piece that is a string says that it is a text.
    this.#writing = this.#write('');
  }

  /** Says that the text was bounded, so that the line itself was not sent on. */
  get isBounded(): boolean {
    return this.#isBounded;
  }

  /** Takes the line as far as it has come. */
  arrived(line: Buffer): void {
    this.#line = line;
    if (!this.#isBusy) this.#writing = this.#write();
  }

  /** Bounds a literal of the line, which is whole by now. May be asked again, for another budget. */
  async bound(line: Buffer, literal: Literal, context: BoundContext): Promise<BoundedResult | undefined> {
    const isSame = literal.range.start === this.#string.start - 1;
    if (!isSame || (context.maxResultBytes ?? 0) > this.#maxResultBytes) return undefined;
    this.#captured ??= this.#end(line, literal, context);
    const captured = await this.#captured;
    if (captured === undefined) return undefined;
    this.#isBounded = true;
    return this.#capture.present(captured, context);
  }

  /** Drops what was taken, where it was not asked for. */
  async close(): Promise<void> {
    if (this.#captured !== undefined) {
      await this.#captured;
      return;
    }
    this.#captured = Promise.resolve(undefined);
    await this.#drop();
  }

  async #end(line: Buffer, literal: Literal, context: BoundContext): Promise<Captured | undefined> {
    this.#isWhole = true;
    this.#line = line;
    try {
      await this.#writing;
      await this.#write();
      if (!this.#hasFailed) {
        literal.decoded(this.#string.isCanonical);
        return await this.#capture.end(context);
      }
    } catch {
      // The ordinary way meets it again, and tells.
    }
    await this.#drop();
    return undefined;
  }

  async #write(first?: string): Promise<void> {
    this.#isBusy = true;
    try {
      if (first !== undefined) await this.#capture.write(first);
      for (let piece = this.#next(); piece.length > 0; piece = this.#next()) await this.#capture.write(piece);
    } catch {
      this.#hasFailed = true;
    }
    this.#isBusy = false;
  }

  #next(): Buffer {
    return this.#hasFailed ? Buffer.alloc(0) : this.#string.next(this.#line, this.#isWhole);
  }

  async #drop(): Promise<void> {
    this.#hasFailed = true;
    await this.#writing;
    await this.#capture.abort();
  }
}
