import type { TextEncoding } from '../../bytes/byte-source.ts';
import { jsonEscapedLength } from '../../bytes/escaped-length.ts';
import { sanitizeText } from '../../bytes/sanitize.ts';
import { decode } from './candidate-lines.ts';

/** A part of a row; a match is marked when the row is written. */
export interface RowPart {
  readonly text: string;
  readonly isMatch: boolean;
}

/** One line of an answer, before it is known how matches are marked. */
export interface Row {
  readonly gutter: string;
  readonly parts: readonly RowPart[];
}

/** Encoded bytes of the two marks around a match, at most. */
export const markBytes = 6;

/** Measures a row as it will be sent, with its line break. */
export function rowCost(row: Row): number {
  let cost = jsonEscapedLength(row.gutter) + 2;
  for (const part of row.parts) cost += jsonEscapedLength(part.text) + (part.isMatch ? markBytes : 0);
  return cost;
}

/**
 * Turns bytes into what may stand in a row: one line, nothing that providers refuse; dots for what is not printable in
 * binary.
 */
export function toRowText(bytes: Uint8Array, encoding: TextEncoding): string {
  if (encoding === 'binary') return decode(bytes, encoding).replace(/[^ -~]/g, '.');
  return sanitizeText(decode(bytes, encoding).replaceAll('\n', '\u240a')).text;
}

/** Marks that a row may have around its matches, in order of preference: one character each, at most 3 bytes. */
const markPairs: readonly (readonly [open: string, close: string])[] = [
  ['»', '«'],
  ['⟦', '⟧'],
  ['⟪', '⟫'],
  ['❰', '❱'],
  ['⦃', '⦄'],
  ['⟬', '⟭'],
];

/** Where the usual pairs all occur, any two neighbours of these blocks that do not will do. */
const spareMarks = { first: 0x2580, last: 0x28ff } as const;

/**
 * Chooses marks that do not occur in any row, so that what is marked is a match and nothing else.
 *
 * Contract: undefined where the rows hold a mark of each of some 450 pairs.
 */
export function chooseMarks(rows: readonly Row[]): readonly [open: string, close: string] | undefined {
  const text = rows.map((row) => row.parts.map((part) => part.text).join('')).join('\n');
  const isFree = (pair: readonly [string, string]): boolean => !pair.some((mark) => text.includes(mark));
  const usual = markPairs.find(isFree);
  if (usual !== undefined) return usual;
  for (let code: number = spareMarks.first; code < spareMarks.last; code += 2) {
    const pair = [String.fromCharCode(code), String.fromCharCode(code + 1)] as const;
    if (isFree(pair)) return pair;
  }
  return undefined;
}

/** Writes rows, each on a line. */
export function formatRows(rows: readonly Row[], marks: readonly [open: string, close: string] | undefined): string {
  const [open, close] = marks ?? ['', ''];
  return rows
    .map((row) => row.gutter + row.parts.map(({ text, isMatch }) => (isMatch ? open + text + close : text)).join(''))
    .join('\n');
}
