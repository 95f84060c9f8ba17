import { incompleteTailLength } from '../../bytes/utf8-edge.ts';
import type { KeptLine } from './kept-line.ts';
import { lineText } from './line-text.ts';

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** Keeps the first lines of a stream. */
export interface HeadLines {
  write(chunk: Uint8Array): void;
  end(): {
    readonly lines: readonly KeptLine[];
    /** Position in the stream behind the last line kept, even where it is kept in part. */
    readonly nextOffset: number;
    /** Where the last line starts, if it is kept in part. */
    readonly cutOffset?: number;
  };
}

/**
 * Creates a keeper of the first lines, up to a number of bytes and of lines.
 *
 * Contract: the last line may be kept in part. Frames of a progress display that were drawn over take no room, however
 * many there are. After it is full a chunk costs nothing, or one search for the end of the line that was cut.
 */
export function createHeadLines(maxBytes: number, maxLines: number): HeadLines {
  const buffer = new Uint8Array(maxBytes);
  const lines: KeptLine[] = [];
  let length = 0;
  let offset = 0;
  let lineOffset = 0;
  let redraws = 0;
  let afterReturn = false;
  let state: 'open' | 'cut' | 'full' = 'open';
  let lineStart = 0;
  let cutOffset: number | undefined;

  const keep = (byteLength: number): void => {
    const isWhole = state === 'open';
    if (!isWhole) cutOffset = lineOffset;
    const bytes = buffer.subarray(lineStart, length);
    const shown = isWhole ? bytes : bytes.subarray(0, bytes.length - incompleteTailLength(bytes));
    lines.push({
      line: lines.length + 1,
      text: lineText(shown, !isWhole),
      ...(!isWhole && { byteLength }),
      ...(redraws > 0 && { redraws }),
    });
  };
  const endLine = (end: number): void => {
    keep(end - lineOffset);
    lineOffset = end + 1;
    lineStart = length;
    redraws = 0;
    afterReturn = false;
    if (lines.length === maxLines || length === maxBytes || state === 'cut') state = 'full';
  };
  /** Returns the position in the chunk behind what was taken. */
  const take = (chunk: Uint8Array): number => {
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at] as number;
      if (byte === lineFeed) {
        endLine(offset + at);
        if (state === 'full') return at + 1;
        continue;
      }
      if (byte === carriageReturn) {
        afterReturn = true;
        continue;
      }
      if (afterReturn) {
        afterReturn = false;
        length = lineStart;
        redraws++;
      }
      if (length === maxBytes) {
        state = 'cut';
        return at;
      }
      buffer[length++] = byte;
    }
    return chunk.length;
  };

  return {
    write(chunk) {
      const taken = state === 'open' ? take(chunk) : 0;
      if (state === 'cut') {
        const end = chunk.indexOf(lineFeed, taken);
        if (end >= 0) endLine(offset + end);
      }
      offset += chunk.length;
    },
    end() {
      const isLastOpen = state !== 'full' && offset > lineOffset;
      if (isLastOpen) keep(offset - lineOffset);
      const nextOffset = isLastOpen ? offset : lineOffset;
      return { lines, nextOffset, ...(cutOffset !== undefined && { cutOffset }) };
    },
  };
}
