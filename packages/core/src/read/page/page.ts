import { SpillwayError } from '../../errors.ts';
import { formatCursor } from '../../handle/cursor.ts';
import { createPace, type Pace } from '../pace.ts';
import { endsWithLineFeed } from '../source/line-scan.ts';
import { type ReadTarget, targetUntil } from '../source/target.ts';
import { type Cut, type Cutter, minContentBytes } from './cut.ts';
import { cutHex } from './cut-hex.ts';
import { cutText } from './cut-text.ts';
import { laterOffset } from './later-offset.ts';
import { lineStartOf } from './locate.ts';
import type { PageRequest } from './page-request.ts';
import { type Position, resolvePosition } from './position.ts';

/** One read. Byte ranges are 0-based and end exclusive, lines 1-based and inclusive. */
export interface Page {
  /** The text from `offset` to `nextOffset`, without gutter; rows of a hex dump where `encoding` is `binary`. */
  readonly content: string;
  readonly offset: number;
  readonly nextOffset: number;
  readonly byteLength: number;
  /** Absent where the line is not known, and on a page without content. */
  readonly startLine?: number;
  readonly endLine?: number;
  /** The line that `nextOffset` lies in; absent at the end. */
  readonly nextLine?: number;
  /** Absent where it is not known; a last newline is not a line. */
  readonly totalLines?: number;
  /** The page begins inside a line, this many bytes after its start; absent at a line's start and where not known. */
  readonly startByteInLine?: number;
  readonly startsMidLine: boolean;
  readonly endsMidLine: boolean;
  /** Give back as `cursor`; absent = the end of the source. */
  readonly next?: string;
  /** True when this one page is the whole source. */
  readonly complete: boolean;
  /** Of the bytes, as the Encoding Standard calls it; `binary` where they are no text. */
  readonly encoding: string;
  /** Some bytes are no text and stand as U+FFFD. */
  readonly lossy: boolean;
  /** Runs of such bytes. */
  readonly undecodable: number;
  /** Characters that no provider accepts, shown by their pictures. */
  readonly replaced: number;
  /** Bytes of private keys between `offset` and `nextOffset` that are masked; absent where there are none. */
  readonly withheldBytes?: number;
  /** The source has grown since the cursor was cut. */
  readonly hasGrown: boolean;
  /** Bytes added to the file since its first page was read; the pages end where it ended then. */
  readonly addedBytes?: number;
  /** On the last page of a live file: give back as `cursor` for what is appended, and the character that it completes. */
  readonly later?: string;
}

/** How much may stand on a page, and how it is shown. */
export interface PageOptions {
  /** JSON-escaped bytes of the content, the gutter of `withGutter` included if `hasGutter`. */
  readonly maxContentBytes: number;
  readonly hasGutter?: boolean;
}

/** What a request says of the end of its page. */
interface PageEnd {
  readonly maxLines?: number | undefined;
  /** Bytes of the source. */
  readonly maxSourceBytes?: number | undefined;
}

/**
 * Reads one page of a source.
 *
 * Contract: no request means the start. Feeding `next` back rebuilds the source byte for byte in strictly advancing
 * steps. Reads O(maxContentBytes), and what it takes to find the place: nothing for a cursor, a stride of the line index
 * for a line or an offset, a scan where there is no index. `startLine` and `offset` together are checked. An `offset`
 * inside a character moves back to its start.
 * @throws SpillwayError `request-invalid`, `past-end`, `budget-too-small`, `cursor-malformed`, `cursor-mismatch`,
 * `source-changed`, `aborted`.
 */
export async function readPage(
  target: ReadTarget,
  request: PageRequest,
  options: PageOptions & { readonly signal?: AbortSignal },
): Promise<Page> {
  const pace = createPace(options.signal);
  const position = await resolvePosition(target, request, pace);
  return readPageAt(target, position, { ...options, ...pageEnd(request) }, pace);
}

/** Returns what a request says of the end of its page. */
export function pageEnd({ lineCount, byteCount }: PageRequest): PageEnd {
  return { maxLines: lineCount, maxSourceBytes: byteCount };
}

/** Reads the page at a position that was found before. Contract: as `readPage`. */
export async function readPageAt(
  whole: ReadTarget,
  position: Position,
  options: PageOptions & PageEnd,
  pace: Pace,
): Promise<Page> {
  const { maxContentBytes, hasGutter = false } = options;
  const { maxLines = Number.POSITIVE_INFINITY, maxSourceBytes = Number.POSITIVE_INFINITY } = options;
  if (maxContentBytes < minContentBytes) throw tooSmall(maxContentBytes);
  const target = position.end === undefined ? whole : targetUntil(whole, position.end);
  const startsMidLine = await isMidLine(target, position.offset);
  const cutter: Cutter = target.encoding === 'binary' ? cutHex : cutText;
  const { offset, line } = position;
  const room = { maxLines, maxSourceBytes, maxBytes: maxContentBytes, hasGutter };
  const cut = await cutter(target, { offset, line, startsMidLine, ...room });
  const page = await assemble(target, position, startsMidLine, cut, pace);
  const addedBytes = whole.source.byteLength - target.source.byteLength;
  const grown = { ...page, ...(addedBytes > 0 && { addedBytes }) };
  if (page.next !== undefined || whole.isLive !== true) return grown;
  const nextLine = line === undefined ? undefined : line + cut.lineFeeds;
  const end = await laterOffset(whole, page.nextOffset);
  return { ...grown, later: await nextCursor(whole, end, nextLine, end < page.nextOffset ? end : undefined) };
}

async function assemble(
  target: ReadTarget,
  position: Position,
  startsMidLine: boolean,
  cut: Cut,
  pace: Pace,
): Promise<Page> {
  const { byteLength } = target.source;
  const isEnd = cut.nextOffset >= byteLength;
  const nextLine = position.line === undefined ? undefined : position.line + cut.lineFeeds;
  const lines = linesOf(position, cut);
  const totalLines = target.lineCount ?? (isEnd ? (lines.endLine ?? (byteLength === 0 ? 0 : undefined)) : undefined);
  const inLine = startsMidLine ? await lineStartOf(target, position.offset, position.line, pace) : undefined;
  const next = isEnd ? undefined : await nextCursor(target, cut.nextOffset, nextLine);
  const withheldBytes = await target.withheldIn?.(position.offset, cut.nextOffset);
  return {
    content: cut.content,
    offset: position.offset,
    nextOffset: cut.nextOffset,
    byteLength,
    ...lines,
    ...(!isEnd && nextLine !== undefined && { nextLine }),
    ...(totalLines !== undefined && { totalLines }),
    ...(inLine !== undefined && { startByteInLine: position.offset - inLine }),
    startsMidLine,
    endsMidLine: cut.endsMidLine && !isEnd,
    ...(next !== undefined && { next }),
    complete: position.offset === 0 && isEnd,
    encoding: target.codec?.name ?? target.encoding,
    lossy: cut.undecodable > 0,
    undecodable: cut.undecodable,
    replaced: cut.replaced,
    ...(withheldBytes && { withheldBytes }),
    hasGrown: position.hasGrown,
  };
}

function linesOf(position: Position, cut: Cut): { startLine?: number; endLine?: number } {
  if (position.line === undefined || cut.content === '') return {};
  const endsWithFeed = cut.content.endsWith('\n');
  return { startLine: position.line, endLine: position.line + cut.lineFeeds - (endsWithFeed ? 1 : 0) };
}

async function nextCursor(
  target: ReadTarget,
  offset: number,
  line: number | undefined,
  byteLength?: number,
): Promise<string> {
  const identity = await target.identify(offset, byteLength);
  return formatCursor({ kind: 'page', offset, ...(line !== undefined && { line }), identity });
}

async function isMidLine(target: ReadTarget, offset: number): Promise<boolean> {
  if (target.encoding === 'binary' || offset === 0) return false;
  return !(await endsWithLineFeed(target, offset));
}

function tooSmall(maxContentBytes: number): SpillwayError {
  return new SpillwayError({
    code: 'budget-too-small',
    message: `a page needs ${minContentBytes} bytes of content, maxContentBytes is ${maxContentBytes}`,
    facts: { maxContentBytes, neededBytes: minContentBytes },
  });
}
