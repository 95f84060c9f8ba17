import { plural } from '../../bytes/count-words.ts';
import { takeEscaped } from '../../bytes/escaped-length.ts';
import { formatNote } from '../../bytes/gutter.ts';
import { sanitizeText } from '../../bytes/sanitize.ts';
import { PreviewWriter, previewLineCost } from '../parts/preview-writer.ts';
import type { Description } from '../shape.ts';
import { detailsOf } from './facts/facts.ts';
import type { Row } from './rows/row.ts';
import { toRows } from './rows/rows.ts';

/** What some readers take for the end of a line. */
const lineEnds = /[\r\n\u0085\u2028\u2029]/g;
/** A row whose beginning is shorter than this is not worth showing. */
const minCutBytes = 48;
/** No row takes more than this share of a preview. */
const maxShare = 0.4;

/**
 * Writes the preview of JSON or JSON Lines: the rows most worth seeing that fit, in the order of the content.
 *
 * Contract: as `Shape.preview`.
 */
export function previewJson(description: Description, maxBytes: number): string {
  const rows = toRows(detailsOf(description));
  const chosen = choose(rows, maxBytes);
  const writer = new PreviewWriter(maxBytes);
  for (const { text } of chosen.sort((a, b) => a.order - b.order)) writer.add(text);
  return writer.toString();
}

function choose(rows: readonly Row[], maxBytes: number): Row[] {
  const byWorth = [...rows].sort((a, b) => b.worth - a.worth || a.order - b.order);
  const chosen = new Map<Row, string>();
  let left = maxBytes - previewLineCost(moreText(rows.length));
  if (left < minCutBytes) left = maxBytes;
  for (const row of byWorth) {
    if (row.under !== undefined && !chosen.has(row.under)) continue;
    const most = chosen.size === 0 ? left : Math.min(left, maxBytes * maxShare);
    const text = fit(formatNote(toLine(row.text)), most);
    if (text === undefined) continue;
    left -= previewLineCost(text);
    chosen.set(row, text);
  }
  const shown = [...chosen].map(([row, text]) => ({ ...row, text }));
  if (shown.length < rows.length)
    shown.push({ text: moreText(rows.length - shown.length), worth: 0, order: Number.POSITIVE_INFINITY });
  return shown;
}

function moreText(count: number): string {
  return formatNote(`… ${plural(count, 'more row')} not shown`);
}

/** Nothing of the content can end the line, or is refused by a provider. */
function toLine(text: string): string {
  return sanitizeText(text.replace(lineEnds, '\u2424')).text;
}

/** Cuts a line to so many escaped bytes, newline included; undefined where that leaves too little. */
function fit(line: string, maxBytes: number): string | undefined {
  if (previewLineCost(line) <= maxBytes) return line;
  const room = maxBytes - previewLineCost('…');
  return room < minCutBytes ? undefined : `${line.slice(0, takeEscaped(line, room))}…`;
}
