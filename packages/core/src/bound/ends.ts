import { formatGap, gutterWidth } from '../bytes/gutter.ts';
import { createExcerpt } from '../shape/parts/excerpt.ts';
import { endsHeading, formatKeptLine } from '../shape/parts/kept-line-row.ts';
import { previewLineCost } from '../shape/parts/preview-writer.ts';
import type { Description, LineEnds } from '../shape/shape.ts';
import { shapeOf } from '../shape/shapes.ts';
import type { FirstPage } from './first-page.ts';

/** Of a preview, and of the ends: what the ends, one line of them, and the last lines may take. */
const endsShare = 0.35;
const lineShare = 0.4;
const tailShare = 0.6;
const maxEndsBytes = 1_200;
const minEndsBytes = 160;
const maxLines = { head: 3, tail: 8 };

/**
 * Writes the preview of a content with its first and its last line in it, where its shape knows lines.
 *
 * Contract: as `Shape.preview`; a preview that shows both already is left as it is. A content of one line shows its start
 * and its end, each once. `shapeBytes` is what the shape's own preview had: what is suggested beside it is suggested for
 * that size.
 */
export function previewWithEnds(
  description: Description,
  maxBytes: number,
  isError: boolean,
): { readonly text: string; readonly shapeBytes: number } {
  const shape = shapeOf(description.shape);
  const usual = shape.preview(description, maxBytes, isError);
  const ends = shape.ends?.(description);
  const { lineCount = 0 } = description;
  if (ends === undefined || lineCount === 0 || showsEnds(usual, lineCount, ends))
    return { text: usual, shapeBytes: maxBytes };
  const share = Math.max(minEndsBytes, Math.floor(maxBytes * endsShare));
  const rows = endRows(ends, lineCount, Math.min(maxBytes, maxEndsBytes, share));
  if (rows.length === 0) return { text: usual, shapeBytes: maxBytes };
  // The start of a line that is all of the content is what the shape shows.
  const block = isOneLongLine(lineCount, ends) ? rows.slice(-1) : [endsHeading, ...rows];
  const shapeBytes = Math.max(0, maxBytes - previewLineCost(block.join('\n')));
  const rest = shape.preview(description, shapeBytes, isError);
  return rest === '' ? { text: rows.join('\n'), shapeBytes: 0 } : { text: [rest, ...block].join('\n'), shapeBytes };
}

/**
 * Writes the rows for the last lines of a text whose first page is shown, with the newline before them.
 *
 * Contract: `''` where the shape knows no lines or none fits; its JSON-escaped length is at most `maxBytes`.
 */
export function lastLinesAfter(page: FirstPage, description: Description, maxBytes: number): string {
  const { lineCount = 0 } = description;
  const ends = shapeOf(description.shape).ends?.(description);
  const shownLines = page.next.kind === 'page' ? page.next.startLine - 1 : 1;
  const width = gutterWidth(lineCount);
  let left = maxBytes - previewLineCost(formatGap(lineCount, width));
  const rows: string[] = [];
  let from = lineCount + 1;
  for (const kept of [...(ends?.tail ?? [])].reverse().slice(0, maxLines.tail)) {
    const row = formatKeptLine(kept, width, Math.floor(maxBytes * lineShare));
    if (row === undefined || kept.line <= shownLines || previewLineCost(row) > left) break;
    left -= previewLineCost(row);
    rows.unshift(row);
    from = kept.line;
  }
  if (rows.length === 0) return '';
  const gap = from - shownLines - 1;
  return [...(gap > 0 ? ['', formatGap(gap, width)] : ['']), ...rows].join('\n');
}

function isOneLongLine(lineCount: number, { head, tail }: LineEnds): boolean {
  return lineCount === 1 && tail[0]?.isEnd === true && head.length > 0;
}

function showsEnds(preview: string, lineCount: number, ends: LineEnds): boolean {
  const numbers = new Set(preview.split('\n').map((row) => /^ *(\d+)\| /.exec(row)?.[1]));
  return !isOneLongLine(lineCount, ends) && numbers.has('1') && numbers.has(String(lineCount));
}

/** The last line is worth most, then the first; then what stands beside them. */
function endRows({ head, tail }: LineEnds, lineCount: number, maxBytes: number): string[] {
  const [first] = head;
  const last = tail.at(-1);
  const maxLineBytes = Math.floor(maxBytes * lineShare);
  if (first !== undefined && last?.isEnd && first.line === last.line) {
    const rows = [first, last].map((kept) => formatKeptLine(kept, gutterWidth(lineCount), maxLineBytes));
    return rows.every((row) => row !== undefined) ? rows : [];
  }
  const excerpt = createExcerpt(lineCount, maxBytes, maxLineBytes);
  const lines = [...head, ...tail];
  excerpt.add(lines.slice(-1));
  excerpt.add(lines.slice(0, 1));
  excerpt.add(lines.slice(-maxLines.tail).reverse(), maxBytes * tailShare);
  excerpt.add(lines.slice(0, maxLines.head));
  const text = excerpt.text();
  return text === '' ? [] : text.split('\n');
}
