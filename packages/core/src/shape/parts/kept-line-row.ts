import { formatCount, plural } from '../../bytes/count-words.ts';
import { jsonEscapedLength, takeEscaped } from '../../bytes/escaped-length.ts';
import { formatNote, formatRow } from '../../bytes/gutter.ts';
import { utf8Length } from '../../bytes/utf8-length.ts';
import type { KeptLine } from './kept-line.ts';

/** Stands above the rows of the lines at both ends. */
export const endsHeading: string = formatNote('First and last lines');

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
  const mark = kept.isPart ? `…${note}` : `… (${formatCount(kept.byteLength ?? utf8Length(kept.text))} B line)${note}`;
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
