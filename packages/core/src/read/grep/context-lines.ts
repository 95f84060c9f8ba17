import { formatCount } from '../../bytes/count-words.ts';
import { formatGutter } from '../../bytes/gutter.ts';
import { iterateLines } from '../../bytes/lines.ts';
import { trimPartialEnd, trimPartialStart } from '../../bytes/text-units.ts';
import { lineFeedLength, type ReadTarget } from '../source/target.ts';
import { type Row, toRowText } from './row.ts';

/** A line beside a match. */
export interface ContextLine {
  readonly row: Row;
  /** Where the line after it starts; absent where that was not looked for. */
  readonly next?: number;
}

/** Bytes read for each line that is asked for; what a longer line has more is counted or left out. */
const bytesPerLine = 4096;
const maxBytes = 262_144;
const shownUnits = 300;

/**
 * Reads the lines before a place, nearest last.
 *
 * Contract: at most `count` lines, none that starts before `lowest`; `line` is the number of the line at `offset`.
 */
export async function linesBefore(
  target: ReadTarget,
  offset: number,
  line: number,
  count: number,
  lowest: number,
): Promise<readonly ContextLine[]> {
  const reach = Math.min(maxBytes, count * bytesPerLine * lineFeedLength(target.encoding));
  const start = Math.max(lowest, offset - reach);
  if (count <= 0 || start >= offset) return [];
  const bytes = await target.source.read(start, offset - start);
  const kept = [...iterateLines(bytes, target.encoding)].slice(-count);
  return kept.map((range, index) => {
    // What the read begins with may be the end of a line only.
    const isTail = range.start === 0 && start > lowest;
    const text = isTail
      ? tailText(target, bytes.subarray(0, range.end))
      : headText(target, bytes.subarray(range.start, range.end));
    return { row: contextRow(line - kept.length + index, text), next: start + range.next };
  });
}

/**
 * Reads the lines from a place on.
 *
 * Contract: at most `count` lines; `line` is the number of the line at `offset`.
 */
export async function linesAfter(
  target: ReadTarget,
  offset: number,
  line: number,
  count: number,
): Promise<readonly ContextLine[]> {
  const reach = Math.min(maxBytes, count * bytesPerLine * lineFeedLength(target.encoding));
  const bytes = count <= 0 ? new Uint8Array(0) : await target.source.read(offset, reach);
  const isAll = offset + bytes.length >= target.source.byteLength;
  const lines: ContextLine[] = [];
  for (const range of iterateLines(bytes, target.encoding)) {
    if (lines.length === count) break;
    const text = headText(target, bytes.subarray(range.start, range.end));
    const isCut = range.next === range.end && !isAll;
    const row = contextRow(line + lines.length, isCut ? text.replace(/(?:…\(.*)?$/, '…') : text);
    lines.push(isCut ? { row } : { row, next: offset + range.next });
  }
  return lines;
}

function contextRow(line: number, text: string): Row {
  return { gutter: formatGutter(line, '-'), parts: [{ text, isMatch: false }] };
}

function headText(target: ReadTarget, bytes: Uint8Array): string {
  const most = shownUnits * lineFeedLength(target.encoding);
  if (bytes.length <= most) return toRowText(bytes, target.encoding).replace(/\r$/, '');
  const kept = trimPartialEnd(bytes.subarray(0, most), target.encoding);
  return `${toRowText(kept, target.encoding)}…(+${formatCount(bytes.length - kept.length)} B)`;
}

function tailText(target: ReadTarget, bytes: Uint8Array): string {
  const most = shownUnits * lineFeedLength(target.encoding);
  const kept = trimPartialStart(bytes.subarray(Math.max(0, bytes.length - most)), target.encoding);
  return `…${toRowText(kept, target.encoding).replace(/\r$/, '')}`;
}
