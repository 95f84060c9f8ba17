import { formatCount, plural } from '../../bytes/count-words.ts';
import { jsonEscapedLength, takeEscaped } from '../../bytes/escaped-length.ts';
import type { KeptLine } from './kept-line.ts';

/** Returns the width of a column that holds every line number up to `lastLine`. */
export function gutterWidth(lastLine: number): number {
  return String(lastLine).length;
}

/** Writes a row of a preview: `9174| text`, or `    | text` where no line of the content is shown. */
export function formatRow(line: number | undefined, width: number, text: string): string {
  return `${String(line ?? '').padStart(width)}| ${text}`;
}

/** Writes the row that stands for lines left out. */
export function formatGap(lines: number, width: number): string {
  return formatRow(undefined, width, `… ${plural(lines, 'line')} not shown …`);
}

/**
 * Writes the row of one line, cut to at most `maxBytes` of escaped text.
 *
 * Contract: cut on the edge of a code point, marked `…`, and the length of the whole line said; returns undefined where
 * `maxBytes` is too small even for that.
 */
export function formatKeptLine(kept: KeptLine, width: number, maxBytes: number): string | undefined {
  const gutter = formatRow(kept.line, width, '');
  const note = kept.redraws === undefined ? '' : ` (last of ${plural(kept.redraws + 1, 'redraw')})`;
  const room = maxBytes - gutter.length - note.length;
  const isWhole = kept.byteLength === undefined && !kept.isPart;
  if (isWhole && jsonEscapedLength(kept.text) <= room) return `${gutter}${kept.text}${note}`;
  const mark = kept.isPart
    ? `…${note}`
    : `… (${formatCount(kept.byteLength ?? Buffer.byteLength(kept.text))} B line)${note}`;
  const textBytes = maxBytes - gutter.length - jsonEscapedLength(mark);
  if (textBytes < 0) return undefined;
  if (kept.isEnd) return `${gutter}${mark.replace('… ', '')} …${endOf(kept.text, textBytes - 1)}`;
  return `${gutter}${kept.text.slice(0, takeEscaped(kept.text, textBytes))}${mark}`;
}

/** The longest end that fits. */
function endOf(text: string, maxBytes: number): string {
  let from = Math.max(0, text.length - Math.max(0, maxBytes));
  while (jsonEscapedLength(text.slice(from)) > maxBytes && from < text.length) from++;
  if (/^[\udc00-\udfff]/u.test(text.slice(from))) from++;
  return text.slice(from);
}
