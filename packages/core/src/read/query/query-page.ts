import type { TextEncoding } from '../../bytes/byte-source.ts';
import { jsonEscapedLength } from '../../bytes/escaped-length.ts';
import { formatCursor } from '../../handle/cursor.ts';
import { type MatchRow, type QueryMatch, writeMatch } from './match-row.ts';
import type { PreparedQuery } from './prepare-query.ts';
import { digestQueryPath } from './query-request.ts';
import type { QueryOutcome } from './run-query.ts';

/** One answer of a query. */
export interface QueryPage {
  /** A match a line; of a count the number. */
  readonly content: string;
  /** In the whole content. */
  readonly matchCount: number;
  /** 1-based, inclusive; absent where none is shown. */
  readonly firstMatch?: number;
  readonly lastMatch?: number;
  readonly matches: readonly QueryMatch[];
  /** The last match shown is larger than the answer and goes on in the next. */
  readonly endsMidMatch: boolean;
  readonly startsMidMatch: boolean;
  readonly countOnly: boolean;
  readonly format: QueryOutcome['format'];
  /** Documents of JSON Lines; 1 of JSON. */
  readonly documentCount: number;
  /** Lines of JSON Lines that are no JSON and were passed over. */
  readonly faultyLines: number;
  readonly firstFaultyLine?: number;
  readonly root: QueryOutcome['root'];
  readonly hasDuplicates: boolean;
  /** A pattern of a filter that is no regular expression, and so matched nothing. */
  readonly wrongPattern?: string;
  /** Line breaks between tokens were left out. */
  readonly isFolded: boolean;
  readonly byteLength: number;
  readonly encoding: TextEncoding;
  readonly replaced: number;
  readonly undecodable: number;
  readonly hasGrown: boolean;
  /** Bytes of private keys in the whole content, which are masked; absent where there are none. */
  readonly withheldBytes?: number;
  /** True when this one answer shows every match whole. */
  readonly complete: boolean;
  /** Give back as `cursor`; absent = all shown. */
  readonly next?: string;
}

/**
 * Writes one answer of a query.
 *
 * Contract: the content costs at most `maxContentBytes` escaped, which is at least `minContentBytes`. Whole matches
 * while they fit; a match that is larger than an answer is the only one of it, and goes on in the next. Feeding `next`
 * back shows every match, in finitely many steps.
 */
export async function writeQueryPage(
  query: PreparedQuery,
  maxContentBytes: number,
  maxMatches: number = Number.POSITIVE_INFINITY,
): Promise<QueryPage> {
  const { target, outcome, from, countOnly, hasGrown } = query;
  const rows = countOnly ? [] : fitRows(query, maxContentBytes, maxMatches);
  const last = rows.at(-1)?.match;
  const endsMidMatch = last !== undefined && last.shownTo < last.endOffset;
  const lastMatch = from.match + rows.length - 1;
  const hasMore = !countOnly && rows.length > 0 && (endsMidMatch || lastMatch < outcome.matchCount);
  const place = endsMidMatch ? { match: lastMatch, offset: last.shownTo } : { match: lastMatch + 1, offset: 0 };
  const next = hasMore ? await nextCursor(query, place) : undefined;
  const { matches: _, ...facts } = outcome;
  const withheldBytes = await target.withheldIn?.(0, target.source.byteLength);
  return {
    content: countOnly ? String(outcome.matchCount) : rows.map(({ text }) => text).join('\n'),
    ...facts,
    ...(rows.length > 0 && { firstMatch: from.match, lastMatch }),
    matches: rows.map(({ match }) => match),
    startsMidMatch: rows.length > 0 && from.offset > 0,
    endsMidMatch,
    countOnly,
    isFolded: rows.some((row) => row.isFolded),
    byteLength: target.source.byteLength,
    encoding: target.encoding,
    replaced: rows.reduce((sum, row) => sum + row.replaced, 0),
    undecodable: rows.reduce((sum, row) => sum + row.undecodable, 0),
    hasGrown,
    ...(withheldBytes && { withheldBytes }),
    complete: !countOnly && next === undefined && from.match === 1 && from.offset === 0,
    ...(next !== undefined && { next }),
  };
}

/** Returns the fields of a page without what its text holds. */
export function queryFields(page: QueryPage): Readonly<Record<string, unknown>> {
  const { content: _, matches: __, ...fields } = page;
  return fields;
}

function fitRows({ outcome, encoding }: PreparedQuery, maxContentBytes: number, maxMatches: number): MatchRow[] {
  const rows: MatchRow[] = [];
  let left = maxContentBytes;
  for (const found of outcome.matches) {
    const row = writeMatch(found, encoding, left, rows.length === 0);
    if (row === undefined) break;
    rows.push(row);
    left -= jsonEscapedLength(`${row.text}\n`);
    if (row.match.shownTo < row.match.endOffset || left <= 0 || rows.length >= maxMatches) break;
  }
  return rows;
}

async function nextCursor(
  { target, path }: PreparedQuery,
  place: { readonly match: number; readonly offset: number },
): Promise<string> {
  const identity = await target.identify(place.offset);
  return formatCursor({
    kind: 'query',
    offset: place.offset,
    line: place.match,
    query: digestQueryPath(path),
    identity,
  });
}
