import { utf8ToString } from '../../bytes/decode.ts';
import { byteOrderMarkLength } from '../../bytes/encoding.ts';
import { type Dialect, dialects } from './dialect.ts';
import { readHeadRows } from './head-rows.ts';
import { areNames, repeatedNames } from './header.ts';

/** Bytes that decide; more are not looked at. */
export const tableHeadBytes = 16_384;

const fewestRows = 3;
const fewestColumns = 2;
const evenShare = 0.95;
const typedShare = 0.9;
const tidyShare = 0.8;
const maxWords = 8;
const maxSpaced = 0.7;

const value = /^(?:[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?%?|\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d[\d:.Z+-]*)?|true|false)$/iu;
const rule = /^[\s:=+|-]*-{2,}[\s:=+|-]*$/u;
/** A time, and text behind it in the same cell. */
const stamped =
  /^\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d\S*\s+\S|^\[?\d\d:\d\d:\d\d\S*\s+\S|^[A-Z][a-z]{2} +\d+ \d\d:\d\d:\d\d /u;
const clockTime = /\d\d:\d\d:\d\d$/u;
const millis = /^\d{3}\b(?!$)/u;
/** What code, markup and pairs of keys and values have and cells seldom do. */
const marks = /[{}()<>=;[\]]|:\s|^\s*[{[<]|:$/u;

/** A dialect, and how sure it is that the content is a table in it. */
export interface Detected {
  readonly dialect: Dialect;
  readonly sureness: number;
}

/**
 * Finds the dialect of a table from its first bytes.
 *
 * Contract: looks at up to 16 KiB; `complete` says that `head` is the whole content. Sureness is 0 for logs, prose, code
 * and JSON Lines that merely have as many commas in each line.
 */
export function detectTable(head: Uint8Array, complete: boolean): Detected | undefined {
  const bytes = wholeLines(head, complete);
  const text = utf8ToString(bytes.subarray(0, 4_096)).trimStart();
  if (bytes.length === 0 || /^[{[<]/u.test(text)) return undefined;
  const hasRule = text.split('\n', 4).some((line) => rule.test(line) && line.includes('-'));
  let best: Detected | undefined;
  for (const dialect of dialects) {
    if (dialect.isDrawn !== (hasRule && dialect.delimiter === 0x7c) || !bytes.includes(dialect.delimiter)) continue;
    const sureness = surenessOf(readHeadRows(bytes, dialect), dialect, bytes);
    if (sureness > (best?.sureness ?? 0)) best = { dialect, sureness };
  }
  return best;
}

function wholeLines(head: Uint8Array, complete: boolean): Uint8Array {
  const bytes = head.subarray(0, tableHeadBytes);
  const end = complete && bytes.length === head.length ? bytes.length : bytes.lastIndexOf(0x0a) + 1;
  return bytes.subarray(byteOrderMarkLength(bytes, 'utf-8'), end);
}

function surenessOf(all: readonly string[][], dialect: Dialect, bytes: Uint8Array): number {
  const rows = dialect.isDrawn ? all.filter((row) => row.length > 1 && !row.every((cell) => rule.test(cell))) : all;
  const columns = rows[0]?.length ?? 0;
  if (rows.length < (dialect.isDrawn ? fewestRows - 1 : fewestRows) || columns < fewestColumns) return 0;
  const even = rows.filter((row) => row.length === columns);
  if (even.length < rows.length * evenShare) return 0;
  if (dialect.isDrawn) return rows.length * 2 > all.length ? 0.97 : 0;
  if (looksLikeLog(even)) return 0;
  const below = even.slice(1);
  const typed = countColumns(columns, (column) => isTyped(below, column));
  const untidy = countColumns(columns, (column) => !isTidy(even, column));
  const first = rows[0] as string[];
  const named = areNames(first) && (typed > 0 || repeatedNames(first).length === 0);
  if (untidy > Math.max(named ? 1 : 0, columns * (1 - tidyShare))) return 0;
  if (named && typed > 0) return 0.95;
  if (isSpaced(bytes, dialect)) return 0;
  if (named) return columns > fewestColumns || dialect.delimiter === 0x09 ? 0.85 : 0;
  return typed > 0 && columns > fewestColumns ? 0.8 : 0;
}

function looksLikeLog(rows: readonly string[][]): boolean {
  const stampedRows = rows.filter(
    ([first = '', second = '']) => stamped.test(first) || (clockTime.test(first) && millis.test(second)),
  );
  return stampedRows.length * 3 > rows.length;
}

function countColumns(columns: number, test: (column: number) => boolean): number {
  return Array.from({ length: columns }, (_, column) => column).filter(test).length;
}

function isTyped(rows: readonly string[][], column: number): boolean {
  const cells = rows.map((row) => row[column] ?? '').filter((cell) => cell !== '');
  return cells.length > 0 && cells.filter((cell) => value.test(cell)).length >= cells.length * typedShare;
}

function isTidy(rows: readonly string[][], column: number): boolean {
  const cells = rows.map((row) => row[column] ?? '');
  if (cells.every((cell) => cell === '')) return false;
  const tidy = cells.filter((cell) => cell.split(' ').length <= maxWords && !marks.test(cell));
  return tidy.length >= cells.length * tidyShare;
}

/** Prose has a space behind most of its commas. */
function isSpaced(bytes: Uint8Array, { delimiter }: Dialect): boolean {
  let all = 0;
  let spaced = 0;
  for (let at = bytes.indexOf(delimiter); at >= 0; at = bytes.indexOf(delimiter, at + 1)) {
    all++;
    if (bytes[at + 1] === 0x20) spaced++;
  }
  return spaced > all * maxSpaced;
}
