import { incompleteTailLength } from '../../bytes/utf8-edge.ts';
import type { KeptLine } from './kept-line.ts';
import { lineText } from './line-text.ts';

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** The first lines of a stream. */
export interface Head {
  readonly lines: readonly KeptLine[];
  /** Position in the stream behind the last line kept, even where it is kept in part. */
  readonly nextOffset: number;
  /** Where the last line starts, if it is kept in part. */
  readonly cutOffset?: number;
}

/** Keeps the first lines of a stream. */
export interface HeadLines {
  write(chunk: Uint8Array): void;
  end(): Head;
}

/**
 * Creates a keeper of the first lines, up to a number of bytes and of lines.
 *
 * Contract: the last line may be kept in part. Frames of a progress display that were drawn over take no room, however
 * many there are. After it is full a chunk costs nothing, or one search for the end of the line that was cut.
 */
export function createHeadLines(maxBytes: number, maxLines: number): HeadLines {
  return new HeadKeeper(maxBytes, maxLines);
}

class HeadKeeper implements HeadLines {
  readonly #buffer: Uint8Array;
  readonly #maxLines: number;
  readonly #lines: KeptLine[] = [];
  #length = 0;
  /** Where in the buffer the line starts that has not ended. */
  #lineStart = 0;
  /** Positions in the stream. */
  #offset = 0;
  #lineOffset = 0;
  #cutOffset: number | undefined;
  #redraws = 0;
  #afterReturn = false;
  #state: 'open' | 'cut' | 'full' = 'open';

  constructor(maxBytes: number, maxLines: number) {
    this.#buffer = new Uint8Array(maxBytes);
    this.#maxLines = maxLines;
  }

  write(chunk: Uint8Array): void {
    const taken = this.#state === 'open' ? this.#take(chunk) : 0;
    if (this.#state === 'cut') {
      const end = chunk.indexOf(lineFeed, taken);
      if (end >= 0) this.#endLine(this.#offset + end);
    }
    this.#offset += chunk.length;
  }

  end(): Head {
    const isLastOpen = this.#state !== 'full' && this.#offset > this.#lineOffset;
    if (isLastOpen) this.#keep(this.#offset - this.#lineOffset);
    return {
      lines: this.#lines,
      nextOffset: isLastOpen ? this.#offset : this.#lineOffset,
      ...(this.#cutOffset !== undefined && { cutOffset: this.#cutOffset }),
    };
  }

  /** Returns the position in the chunk behind what was taken. */
  #take(chunk: Uint8Array): number {
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at] as number;
      if (byte === lineFeed) {
        this.#endLine(this.#offset + at);
        if (this.#state === 'full') return at + 1;
      } else if (byte === carriageReturn) this.#afterReturn = true;
      else {
        if (this.#afterReturn) this.#startFrame();
        if (this.#length === this.#buffer.length) {
          this.#state = 'cut';
          return at;
        }
        this.#buffer[this.#length++] = byte;
      }
    }
    return chunk.length;
  }

  #startFrame(): void {
    this.#afterReturn = false;
    if (this.#length > this.#lineStart) this.#redraws++;
    this.#length = this.#lineStart;
  }

  #endLine(end: number): void {
    this.#keep(end - this.#lineOffset);
    this.#lineOffset = end + 1;
    this.#lineStart = this.#length;
    this.#redraws = 0;
    this.#afterReturn = false;
    const isFull = this.#lines.length === this.#maxLines || this.#length === this.#buffer.length;
    if (isFull || this.#state === 'cut') this.#state = 'full';
  }

  #keep(byteLength: number): void {
    const isPart = this.#state === 'cut';
    if (isPart) this.#cutOffset = this.#lineOffset;
    const bytes = this.#buffer.subarray(this.#lineStart, this.#length);
    const shown = isPart ? bytes.subarray(0, bytes.length - incompleteTailLength(bytes)) : bytes;
    this.#lines.push({
      line: this.#lines.length + 1,
      text: lineText(shown, isPart),
      ...(isPart && { byteLength }),
      ...(this.#redraws > 0 && { redraws: this.#redraws }),
    });
  }
}
