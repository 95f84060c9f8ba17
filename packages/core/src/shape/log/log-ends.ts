import { iterateLines } from '../../bytes/lines.ts';
import { createTailWindow } from '../../bytes/tail-window.ts';
import { createHeadLines } from '../parts/head-lines.ts';
import type { KeptLine } from '../parts/kept-line.ts';
import { lineText } from '../parts/line-text.ts';

const headBytes = 8192;
const tailBytes = 16_384;
const maxLines = 32;

/** Keeps the first and last lines of a stream whose lines somebody else counts. */
export interface LogEnds {
  write(chunk: Uint8Array): void;
  end(lineCount: number): { readonly head: readonly KeptLine[]; readonly tail: readonly KeptLine[] };
}

/** Creates a keeper. Contract: at most 32 lines at each end; `tail` holds no line of `head`, and only whole lines. */
export function createLogEnds(): LogEnds {
  const headLines = createHeadLines(headBytes, maxLines);
  const window = createTailWindow(tailBytes);
  let byteLength = 0;
  return {
    write(chunk) {
      byteLength += chunk.length;
      headLines.write(chunk);
      window.write(chunk);
    },
    end(lineCount) {
      const head = headLines.end().lines;
      const bytes = window.bytes();
      const ranges = [...iterateLines(bytes)];
      const firstLine = lineCount - ranges.length + 1;
      const isFirstCut = byteLength > bytes.length;
      const tail = ranges
        .map(({ start, end }, index) => ({ line: firstLine + index, start, end }))
        .filter(({ line, start }) => line > head.length && line > lineCount - maxLines && !(isFirstCut && start === 0))
        .map(({ line, start, end }) => ({ line, text: lineText(bytes.subarray(start, end)) }));
      return { head, tail };
    },
  };
}
