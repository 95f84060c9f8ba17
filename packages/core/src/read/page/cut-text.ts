import { byteOrderMarkLength } from '../../bytes/encoding.ts';
import { jsonEscapedLength, takeEscaped } from '../../bytes/escaped-length.ts';
import { formatGutter } from '../../bytes/gutter.ts';
import { iterateLines, type LineRange } from '../../bytes/lines.ts';
import { sanitizeText } from '../../bytes/sanitize.ts';
import { codecOf } from '../../bytes/text-codec.ts';
import type { ReadTarget } from '../source/target.ts';
import { bytesOfCost, type Cut, type CutRequest, minUse } from './cut.ts';
import { edgeBefore } from './edge-before.ts';

/**
 * Cuts a page of text: whole lines while they fit, and a part of the line after them where little would stand otherwise.
 *
 * Contract: `offset` is at the edge of a character. Reads no more bytes than the budget can hold. Never cuts inside a
 * character or between CR and LF. A byte order mark at the start is passed over.
 */
export async function cutText(target: ReadTarget, request: CutRequest): Promise<Cut> {
  const { source, encoding } = target;
  const maxReadBytes = Math.min(request.maxBytes * bytesOfCost(target), request.maxSourceBytes) + 16;
  const bytes = await source.read(request.offset, maxReadBytes);
  const mark = request.offset === 0 && target.codec === undefined ? byteOrderMarkLength(bytes, encoding) : 0;
  const body = bytes.subarray(mark, edgeBefore(bytes, request.maxSourceBytes, mark, target));
  const isCapped = mark + body.length < bytes.length;
  const isLastRead = request.offset + bytes.length >= source.byteLength;
  const page = createPageText(target, request);
  let end = 0;
  let endsMidLine = false;
  for (const range of iterateLines(body, encoding)) {
    const hasLineFeed = range.next > range.end;
    if ((hasLineFeed || isLastRead || isCapped) && page.addLine(partOf(body, range), hasLineFeed)) {
      end = range.next;
      endsMidLine = !hasLineFeed;
      if (page.lines === request.maxLines) break;
      continue;
    }
    const taken = page.addPart(partOf(body, range));
    end = range.start + taken;
    endsMidLine = taken > 0;
    break;
  }
  return { ...page.finish(), nextOffset: request.offset + mark + end, endsMidLine };
}

interface PageText {
  readonly lines: number;
  /** Adds a whole line if it fits. */
  addLine(bytes: Uint8Array, hasLineFeed: boolean): boolean;
  /** Adds the beginning of a line, where the page would be rather empty without; returns the bytes taken. */
  addPart(bytes: Uint8Array): number;
  finish(): Pick<Cut, 'content' | 'lineFeeds' | 'replaced' | 'undecodable'>;
}

function createPageText(target: ReadTarget, request: CutRequest): PageText {
  const codec = target.codec ?? codecOf(target.encoding);
  const parts: string[] = [];
  let left = request.maxBytes;
  let lines = 0;
  let lineFeeds = 0;
  let replaced = 0;
  let undecodable = 0;

  const gutterCost = (): number => {
    if (!request.hasGutter) return 0;
    const line = request.line === undefined ? undefined : request.line + lines;
    return formatGutter(line, '|').length;
  };
  const add = (bytes: Uint8Array): boolean => {
    const decoded = codec.decode(bytes);
    const clean = sanitizeText(decoded.text);
    const cost = gutterCost() + jsonEscapedLength(clean.text);
    if (cost > left) return false;
    left -= cost;
    parts.push(clean.text);
    lines++;
    replaced += clean.replaced;
    undecodable += decoded.replacements;
    return true;
  };

  return {
    get lines(): number {
      return lines;
    },
    addLine(bytes, hasLineFeed) {
      if (!add(bytes)) return false;
      if (hasLineFeed) lineFeeds++;
      return true;
    },
    addPart(bytes) {
      if (lines > 0 && left < request.maxBytes * minUse) return 0;
      const { text } = codec.decode(bytes);
      let units = takeEscaped(sanitizeText(text).text, left - gutterCost());
      if (text[units - 1] === '\r' && text[units] === '\n') units--;
      const taken = units <= 0 ? 0 : codec.toByteMap(bytes, text)(units);
      return taken > 0 && add(bytes.subarray(0, taken)) ? taken : 0;
    },
    finish: () => ({ content: parts.join(''), lineFeeds, replaced, undecodable }),
  };
}

/** The line with its line feed, so that CR and LF are seen to stand together. */
function partOf(body: Uint8Array, range: LineRange): Uint8Array {
  return body.subarray(range.start, range.next);
}
