import type { TextEncoding } from '../../bytes/byte-source.ts';
import { SpillwayError } from '../../errors.ts';
import { formatCursor } from '../../handle/cursor.ts';
import { endsWithLineFeed } from '../source/line-scan.ts';
import { buildGrepRows, type GrepRows } from './grep-rows.ts';
import { chooseMarks, formatRows } from './row.ts';
import type { ScanResult } from './scan-matches.ts';
import { digestRequest, type GrepSearch } from './search-target.ts';

/** One answer of a search. */
export interface GrepPage {
  /**
   * Rows: matching lines `13338: `, lines beside them `13337- `, windows onto long lines `13338: @byte: `. Of a count the
   * number of matching lines, in digits.
   */
  readonly content: string;
  /** From where this answer begins to the end, or to where the search stopped. */
  readonly matchCount: number;
  readonly matchingLines: number;
  /** First and last line with a match; absent where there is none, or the content is binary. */
  readonly lineSpan?: readonly [first: number, last: number];
  /** False where the counts are lower bounds. */
  readonly isExact: boolean;
  /** The request was for the counts alone. */
  readonly countOnly: boolean;
  readonly shownMatches: number;
  readonly omittedMatches: number;
  /** Bytes of the source that were searched: 0-based, end exclusive. */
  readonly searchedFrom: number;
  readonly searchedTo: number;
  /** The line at `searchedFrom`; absent where the content is binary. */
  readonly startLine?: number;
  readonly byteLength: number;
  readonly totalLines?: number;
  /** Characters around each match; absent where the rows hold all that could stand there. */
  readonly marks?: readonly [open: string, close: string];
  readonly hasWindows: boolean;
  /** Terminal escape sequences were left out of what was searched. */
  readonly hasEscapes: boolean;
  readonly lacksContext: boolean;
  readonly hasGrown: boolean;
  /** Bytes of private keys in what was searched: they are masked, so nothing matches in them; absent where none. */
  readonly withheldBytes?: number;
  readonly encoding: TextEncoding;
  /** Give back as `cursor`; absent = all searched, all shown. */
  readonly next?: string;
}

/** Rows of any match fit into this many bytes. */
const minRowsBytes = 160;

/**
 * Writes one answer of a search.
 *
 * Contract: the content costs at most `maxContentBytes` escaped; at least one match is shown where there is one,
 * unless the request is for the counts alone.
 * `next` begins after the last match that is shown, inside its line too.
 * @throws SpillwayError `budget-too-small` when not even one match fits.
 */
export async function writeGrepPage(search: GrepSearch, maxContentBytes: number): Promise<GrepPage> {
  const { target, request, scan, from, lowest, hasGrown } = search;
  const options = { contextLines: request.contextLines ?? 0, maxBytes: maxContentBytes, lowest };
  const countOnly = request.countOnly === true;
  const built = countOnly ? noRows(scan) : await buildGrepRows(target, scan, options);
  if (built === undefined) throw tooSmall(maxContentBytes);
  const marks = chooseMarks(built.rows);
  const { lineCount } = target;
  const isWhole = !scan.end.isStopped;
  const totalLines = lineCount ?? (isWhole && from.offset === 0 ? await lastLine(search) : undefined);
  const next = built.resume === undefined ? undefined : await nextCursor(search, built.resume);
  const withheldBytes = await target.withheldIn?.(from.offset, scan.end.offset);
  return {
    content: countOnly ? String(scan.matchingLines) : formatRows(built.rows, marks),
    matchCount: scan.matchCount,
    matchingLines: scan.matchingLines,
    isExact: scan.isExact && isWhole,
    ...(scan.lineSpan !== undefined && { lineSpan: scan.lineSpan }),
    countOnly,
    shownMatches: built.shown,
    omittedMatches: scan.matchCount - built.shown,
    searchedFrom: from.offset,
    searchedTo: scan.end.offset,
    ...(from.line !== undefined && { startLine: from.line }),
    byteLength: target.source.byteLength,
    ...(totalLines !== undefined && { totalLines }),
    ...(marks !== undefined && { marks }),
    hasWindows: built.hasWindows,
    hasEscapes: scan.hasEscapes,
    lacksContext: built.lacksContext,
    hasGrown,
    ...(withheldBytes && { withheldBytes }),
    encoding: target.encoding,
    ...(next !== undefined && { next }),
  };
}

function noRows({ end }: ScanResult): GrepRows {
  return { rows: [], shown: 0, hasWindows: false, lacksContext: false, ...(end.isStopped && { resume: end }) };
}

async function lastLine(search: GrepSearch): Promise<number | undefined> {
  const { target, scan } = search;
  if (scan.end.line === undefined || target.source.byteLength === 0) return scan.end.line === undefined ? undefined : 0;
  return (await endsWithLineFeed(target, target.source.byteLength)) ? scan.end.line - 1 : scan.end.line;
}

async function nextCursor(search: GrepSearch, place: { offset: number; line?: number }): Promise<string> {
  const identity = await search.target.identify(place.offset);
  const { offset, line } = place;
  const query = digestRequest(search.request);
  return formatCursor({ kind: 'grep', offset, ...(line !== undefined && { line }), query, identity });
}

function tooSmall(maxContentBytes: number): SpillwayError {
  return new SpillwayError({
    code: 'budget-too-small',
    message: `not even one match fits into ${maxContentBytes} bytes of content`,
    facts: { maxContentBytes, neededBytes: minRowsBytes },
  });
}
