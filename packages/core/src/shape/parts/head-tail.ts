import { countLines, iterateLines } from '../../bytes/lines.ts';
import { createTailWindow } from '../../bytes/tail-window.ts';
import { foldBase64 } from './fold-base64.ts';
import { createHeadLines } from './head-lines.ts';
import type { KeptLine } from './kept-line.ts';
import { createLineGauge, type LineMeasures } from './line-gauge.ts';
import { lineText } from './line-text.ts';

/** What is kept of the two ends of a stream. */
export interface Ends extends LineMeasures {
  readonly byteLength: number;
  /** The first lines, but for those of wrapped base64; the last of them may be a part. */
  readonly head: readonly KeptLine[];
  /** The last lines, none of them in `head`; a single line longer than the window is kept by its end. */
  readonly tail: readonly KeptLine[];
}

/** Learns the ends of a stream while it flows. */
export interface HeadTail {
  write(chunk: Uint8Array): void;
  end(): Ends;
}

/** Bytes kept at each end. */
const endBytes = 32_768;
/** Lines kept at each end. */
const endLines = 2_048;

/**
 * Creates a keeper of the first and last lines of one stream of UTF-8, which counts all of them.
 *
 * Contract: at most 32 KiB and 2,048 lines at each end whatever the content; the same for every chunking; text that is no
 * UTF-8 is shown by U+FFFD. Line numbers and counts are exact.
 */
export function createHeadTail(): HeadTail {
  const gauge = createLineGauge();
  const headLines = createHeadLines(endBytes, endLines);
  const window = createTailWindow(endBytes);
  let byteLength = 0;
  return {
    write(chunk) {
      byteLength += chunk.length;
      gauge.write(chunk);
      headLines.write(chunk);
      window.write(chunk);
    },
    end() {
      const measures = gauge.measures();
      const { lines, nextOffset, cutOffset } = headLines.end();
      const bytes = window.bytes();
      const windowOffset = byteLength - bytes.length;
      const isRejoined = cutOffset !== undefined && cutOffset >= windowOffset;
      const head = isRejoined ? lines.slice(0, -1) : lines;
      const isCutToTheEnd = cutOffset !== undefined && nextOffset === byteLength;
      // The end of a last line that is cut starts before the window.
      const from = isRejoined ? cutOffset : isCutToTheEnd ? windowOffset - 1 : nextOffset;
      const tail = tailLines(bytes, from - windowOffset, measures).filter(
        (kept) => kept.isEnd || kept.line > head.length,
      );
      return { ...measures, byteLength, head: foldBase64(head), tail: foldBase64(tail) };
    },
  };
}

/** Lines of the window from `from` on; where that lies before it, the window starts in the midst of a line. */
function tailLines(bytes: Uint8Array, from: number, measures: LineMeasures): KeptLine[] {
  const { lineCount, lastLineBytes } = measures;
  const rest = bytes.subarray(Math.max(0, from));
  const isMidLine = from < 0;
  const rows = countLines(rest);
  if (isMidLine && rows === 1) {
    const end = rest[rest.length - 1] === 0x0a ? rest.length - 1 : rest.length;
    return [
      { line: lineCount, text: lineText(fromCodePoint(rest.subarray(0, end))), byteLength: lastLineBytes, isEnd: true },
    ];
  }
  const kept: KeptLine[] = [];
  let line = lineCount - rows;
  for (const { start, end } of iterateLines(rest)) {
    line++;
    if (lineCount - line >= endLines || (isMidLine && start === 0)) continue;
    kept.push({ line, text: lineText(rest.subarray(start, end)) });
  }
  return kept;
}

/** Leaves out the continuation bytes of a code point that starts before the window. */
function fromCodePoint(bytes: Uint8Array): Uint8Array {
  let start = 0;
  while (start < 3 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start++;
  return bytes.subarray(start);
}
