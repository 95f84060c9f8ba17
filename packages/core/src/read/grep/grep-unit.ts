import { lineFeedLength, type ReadTarget } from '../source/target.ts';
import { type ContextLine, linesAfter, linesBefore } from './context-lines.ts';
import type { FoundMatch } from './found-match.ts';
import { hasShortLine, matchesInWindow, type RowSize, rowSizes, wholeLineRow, windowRow } from './match-row.ts';
import { type Row, rowCost } from './row.ts';

/** Matches that stand in one row, with the lines beside it. */
export interface GrepUnit {
  readonly rows: readonly Row[];
  readonly cost: number;
  readonly matchCount: number;
  readonly isWindow: boolean;
  readonly lacksContext: boolean;
  /** First and last line shown; absent where the content is binary. */
  readonly firstLine?: number;
  readonly lastLine?: number;
  /** The start of the line after the last one shown, where all of that is known. */
  readonly end?: number;
}

/** What is around the place of a unit in an answer. */
export interface UnitPlace {
  readonly matches: readonly FoundMatch[];
  /** The first match of the unit. */
  readonly index: number;
  readonly contextLines: number;
  /** Byte before which nothing is shown as context. */
  readonly lowest: number;
  /** The last line that stands in the answer already. */
  readonly lastShownLine: number | undefined;
}

/**
 * Builds the unit of the next match in its usual size: the whole line where it is short, else a window onto it.
 *
 * Contract: takes all matches of a whole line, or those that one window holds.
 */
export function buildUnit(target: ReadTarget, place: UnitPlace): Promise<GrepUnit> {
  const group = lineGroup(place);
  return hasShortLine(group[0], target)
    ? wholeLineUnit(target, place, group)
    : windowUnit(target, place, group, rowSizes[0]);
}

/**
 * Builds a unit of the next match that costs at most `maxBytes`, or nothing when none is that small.
 *
 * Contract: as in its usual size if that fits; else without the lines beside it; else with fewer matches in the row;
 * else one match with ever less around it.
 */
export async function fitUnit(target: ReadTarget, place: UnitPlace, maxBytes: number): Promise<GrepUnit | undefined> {
  const usual = await buildUnit(target, place);
  if (usual.cost <= maxBytes) return usual;
  const bare = { ...place, contextLines: 0 };
  const group = lineGroup(bare);
  const small = await buildUnit(target, bare);
  const lacksContext = place.contextLines > 0;
  if (small.cost <= maxBytes) return { ...small, lacksContext };
  for (let most = small.matchCount; most >= 1; most = Math.floor(most / 2)) {
    const unit = await windowUnit(target, bare, group, rowSizes[0], most);
    if (unit.cost <= maxBytes) return { ...unit, lacksContext };
  }
  for (const size of rowSizes.slice(1)) {
    const unit = await windowUnit(target, bare, group, size, 1);
    if (unit.cost <= maxBytes) return { ...unit, lacksContext };
  }
  return undefined;
}

type Group = readonly [FoundMatch, ...FoundMatch[]];

/** The matches of one line from the unit's first on; all that are left where the content is binary. */
function lineGroup(place: UnitPlace): Group {
  const first = place.matches[place.index];
  if (first === undefined) throw new TypeError('there is no match at this index');
  let end = place.index + 1;
  while (end < place.matches.length && place.matches[end]?.line === first.line) end++;
  return [first, ...place.matches.slice(place.index + 1, end)];
}

async function wholeLineUnit(target: ReadTarget, place: UnitPlace, group: Group): Promise<GrepUnit> {
  return withContext(target, place, group, group.length, await wholeLineRow(target, group), false);
}

async function windowUnit(
  target: ReadTarget,
  place: UnitPlace,
  group: Group,
  size: RowSize,
  maxMatches = Number.POSITIVE_INFINITY,
): Promise<GrepUnit> {
  const matchCount = Math.min(maxMatches, matchesInWindow(target, group, size));
  const [first] = group;
  const row = await windowRow(target, [first, ...group.slice(1, matchCount)], size);
  return withContext(target, place, group, matchCount, row, true);
}

async function withContext(
  target: ReadTarget,
  place: UnitPlace,
  group: Group,
  matchCount: number,
  row: Row,
  isWindow: boolean,
): Promise<GrepUnit> {
  const { line, lineRange } = group[0];
  const base = { matchCount, isWindow, lacksContext: false };
  const isLastOfLine = matchCount === group.length;
  if (line === undefined || lineRange === undefined) {
    return { ...base, rows: [row], cost: rowCost(row), ...(line !== undefined && { firstLine: line, lastLine: line }) };
  }
  const lineEnd = Math.min(lineRange.end + lineFeedLength(target.encoding), target.source.byteLength);
  const wantedBefore = Math.min(place.contextLines, line - 1 - (place.lastShownLine ?? 0));
  const nextLine = place.matches[place.index + group.length]?.line ?? Number.POSITIVE_INFINITY;
  const wantedAfter = isLastOfLine ? Math.min(place.contextLines, nextLine - line - 1) : 0;
  const before = await linesBefore(target, lineRange.start, line, wantedBefore, place.lowest);
  const after = await linesAfter(target, lineEnd, line + 1, wantedAfter);
  const rows = [...before.map(rowOf), row, ...after.map(rowOf)];
  return {
    ...base,
    rows,
    cost: rows.reduce((sum, each) => sum + rowCost(each), 0),
    firstLine: line - before.length,
    lastLine: line + after.length,
    ...(isLastOfLine && endOf(lineEnd, after)),
  };
}

function rowOf(line: ContextLine): Row {
  return line.row;
}

function endOf(lineEnd: number, after: readonly ContextLine[]): { end?: number } {
  const last = after.at(-1);
  if (last === undefined) return { end: lineEnd };
  return last.next === undefined ? {} : { end: last.next };
}
