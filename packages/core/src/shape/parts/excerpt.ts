import { jsonEscapedLength } from '../../bytes/escaped-length.ts';
import { formatGap, gutterWidth } from '../../bytes/gutter.ts';
import type { KeptLine } from './kept-line.ts';
import { formatKeptLine } from './kept-line-row.ts';

/** `\n` as JSON writes it. */
const newlineBytes = 2;

/** Lines of one content in their order, with a row for every stretch that is left out. */
export interface Excerpt {
  /**
   * Adds lines, best first, up to the first that does not fit into the excerpt or into `maxBytes` for this call.
   * Lines that are there already cost nothing.
   */
  add(lines: Iterable<KeptLine>, maxBytes?: number): void;
  readonly lineNumbers: ReadonlySet<number>;
  /** Contract: its JSON-escaped length is at most the budget; `''` where no line was added. */
  text(): string;
}

/**
 * Creates an excerpt of a content of `lineCount` lines.
 *
 * Contract: rows are `9174| text`; lines shown and lines said to be left out add up to `lineCount`. A line longer than
 * `maxLineBytes` of escaped text is cut and says its length.
 */
export function createExcerpt(lineCount: number, maxBytes: number, maxLineBytes: number): Excerpt {
  const width = gutterWidth(lineCount);
  const rows = new Map<number, string>();
  const lineNumbers = new Set<number>();
  const gapBytes = jsonEscapedLength(formatGap(lineCount, width)) + newlineBytes;
  const has = (line: number): boolean => line === 0 || line === lineCount + 1 || rows.has(line);
  // The last row has no newline, which pays for nothing else.
  let left = maxBytes + newlineBytes - gapBytes;

  const addLine = (kept: KeptLine, room: number): number | undefined => {
    const neighbours = (has(kept.line - 1) ? 1 : 0) + (has(kept.line + 1) ? 1 : 0);
    const gapCost = (1 - neighbours) * gapBytes;
    const rowRoom = room - gapCost - newlineBytes;
    // Only the first line is cut to what is left; a later one that would be is left out.
    const row = formatKeptLine(kept, width, rows.size === 0 ? Math.min(maxLineBytes, rowRoom) : maxLineBytes);
    if (row === undefined) return undefined;
    const cost = jsonEscapedLength(row) + newlineBytes + gapCost;
    if (cost > room) return undefined;
    rows.set(kept.line, row);
    lineNumbers.add(kept.line);
    left -= cost;
    return cost;
  };

  return {
    lineNumbers,
    add(lines, maxShare = Number.POSITIVE_INFINITY) {
      let share = maxShare;
      for (const kept of lines) {
        if (rows.has(kept.line)) continue;
        const cost = addLine(kept, Math.min(left, share));
        if (cost === undefined) return;
        share -= cost;
      }
    },
    text() {
      if (rows.size === 0) return '';
      const shown: string[] = [];
      let before = 0;
      for (const line of [...rows.keys()].sort((a, b) => a - b)) {
        if (line > before + 1) shown.push(formatGap(line - before - 1, width));
        shown.push(rows.get(line) as string);
        before = line;
      }
      if (lineCount > before) shown.push(formatGap(lineCount - before, width));
      return shown.join('\n');
    },
  };
}
