import type { ReadTarget } from '../source/target.ts';
import { buildUnit, fitUnit, type GrepUnit } from './grep-unit.ts';
import { type Row, rowCost } from './row.ts';
import type { ScanResult } from './scan-matches.ts';

/** Rows that fit, and where the next answer goes on. */
export interface GrepRows {
  readonly rows: readonly Row[];
  /** Matches that stand in the rows. */
  readonly shown: number;
  readonly hasWindows: boolean;
  /** Lines beside a match had to be left out. */
  readonly lacksContext: boolean;
  /** Absent when all was searched and all matches stand in the rows. */
  readonly resume?: { readonly offset: number; readonly line?: number };
}

export interface GrepRowsOptions {
  readonly contextLines: number;
  /** Encoded bytes of the rows. */
  readonly maxBytes: number;
  /** Byte before which nothing is shown as context: the start of the text, or of this answer. */
  readonly lowest: number;
}

const separator: Row = { gutter: '--', parts: [] };

/**
 * Builds the rows of as many matches as fit, in order.
 *
 * Contract: each line is shown once, a line beside a match never where it is a match itself. Undefined when the first
 * match does not fit even by itself.
 */
export async function buildGrepRows(
  target: ReadTarget,
  scan: ScanResult,
  options: GrepRowsOptions,
): Promise<GrepRows | undefined> {
  const { matches } = scan;
  const { contextLines, lowest } = options;
  const units: GrepUnit[] = [];
  const rows: Row[] = [];
  let left = options.maxBytes;
  let shown = 0;
  while (shown < matches.length) {
    const lastShownLine = units.at(-1)?.lastLine;
    const place = { matches, index: shown, contextLines, lowest, lastShownLine };
    const unit = units.length === 0 ? await fitUnit(target, place, left) : await buildUnit(target, place);
    if (unit === undefined) return undefined;
    const isApart = contextLines > 0 && lastShownLine !== undefined && (unit.firstLine ?? 0) > lastShownLine + 1;
    const cost = unit.cost + (isApart ? rowCost(separator) : 0);
    if (cost > left) break;
    left -= cost;
    if (isApart) rows.push(separator);
    rows.push(...unit.rows);
    units.push(unit);
    shown += unit.matchCount;
  }
  const resume = resumeAt(scan, shown, units.at(-1));
  return {
    rows,
    shown,
    hasWindows: units.some((unit) => unit.isWindow),
    lacksContext: units.some((unit) => unit.lacksContext),
    ...(resume !== undefined && { resume }),
  };
}

/** The next match that is not shown begins the next answer, or what stands before it in lines that were not shown. */
function resumeAt(scan: ScanResult, shown: number, last: GrepUnit | undefined): GrepRows['resume'] {
  const next = scan.matches[shown];
  if (next === undefined) {
    if (scan.matchCount > scan.matches.length) throw new TypeError('more matches must be kept than can be shown');
    return scan.end.isStopped ? scan.end : undefined;
  }
  const isSameLine = last === undefined || last.lastLine === undefined || last.lastLine === next.line;
  if (!isSameLine && last.end !== undefined && last.lastLine !== undefined) {
    return { offset: last.end, line: last.lastLine + 1 };
  }
  return { offset: next.start, ...(next.line !== undefined && { line: next.line }) };
}
