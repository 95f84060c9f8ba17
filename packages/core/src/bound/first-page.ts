import { takeEscapedUtf8 } from '../bytes/escaped-length.ts';
import { formatGutter } from '../bytes/gutter.ts';
import type { Suggestion } from '../shape/shape.ts';
import { pictureText } from './picture-text.ts';

/** The start of a text, as the preview of a notice, and where reading goes on. */
export interface FirstPage {
  /** Lines with their number as gutter. */
  readonly text: string;
  /** Bytes of the content that the text shows. */
  readonly shownBytes: number;
  readonly next: Suggestion;
}

const gutterBytes = 12;

/**
 * Cuts the first page of a text: whole lines while they fit, a part of the first line where not even that fits.
 *
 * Contract: `content` is UTF-8 from the content's start; the encoded length of the page is at most `maxBytes`. Returns
 * `undefined` when nothing fits.
 */
export function firstPage(content: Uint8Array, maxBytes: number): FirstPage | undefined {
  const lines: string[] = [];
  let left = maxBytes;
  let offset = 0;
  while (offset < content.length) {
    const feed = content.indexOf(0x0a, offset);
    const end = feed === -1 ? content.length : feed;
    const line = content.subarray(offset, end);
    const taken = takeEscapedUtf8(line, left - gutterBytes);
    if (taken < line.length) {
      if (lines.length > 0 || taken <= 0) break;
      const part = pictureText(line.subarray(0, taken)).text;
      return { text: formatGutter(1, '|') + part, shownBytes: taken, next: { kind: 'offset', offset: taken } };
    }
    const text = formatGutter(lines.length + 1, '|') + pictureText(line).text;
    left -= Buffer.byteLength(JSON.stringify(text));
    if (left < 0) break;
    lines.push(text);
    offset = feed === -1 ? content.length : feed + 1;
  }
  if (lines.length === 0) return undefined;
  return {
    text: lines.join('\n'),
    shownBytes: offset,
    next: { kind: 'page', startLine: lines.length + 1, lineCount: 400 },
  };
}
