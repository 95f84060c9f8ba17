import { stripEscapes } from '../../bytes/escapes.ts';
import { type Piece, unknownVariable } from './template.ts';

/** Words of hexadecimal letters alone; with a digit among them they are variables already. */
const hexWords = /(?<![A-Za-z0-9])[A-Fa-f]{6,}(?![A-Za-z0-9])/gu;
/** What of an UUID stands before its first digit, if that is a whole group or more. */
const uuidStart = /(?<![A-Za-z0-9])[A-Fa-f]{8}-(?:[A-Fa-f]{4}-){0,3}[A-Fa-f]{0,11}$/u;
const uuid = /^[A-Fa-f\d]{8}-(?:[A-Fa-f\d]{4}-){3}[A-Fa-f\d]{12}(?![A-Za-z\d])/u;
/** Times at the start of a line whose parts were read one by one. */
const stamp =
  /^[[(<]?(?:(?:\d{4}[-/.]\d\d[-/.]\d\d|\d\d[-/.]\d\d[-/.]\d{2,4}|(?:[A-Z][a-z]{2},? )?[A-Z][a-z]{2} {1,2}\d{1,2}|\d{4}年\d{1,2}月\d{1,2}日)[ T]?)?\d{1,2}:\d\d:\d\d(?:[.,]\d+)?(?: ?(?:Z|UTC|[+-]\d\d:?\d\d))?/u;

/**
 * Makes variables of what the scanner could not know while it read bytes: a leading time of any form, ids that hold no
 * digit. Leaves colours out. Contract: but for them the pieces' texts stay the same in all.
 */
export function normalizePieces(pieces: readonly Piece[], count: number, line: number): Piece[] {
  const stamped = joinStamp(pieces.map((piece) => (typeof piece === 'string' ? stripEscapes(piece) : piece)));
  const joined: Piece[] = [];
  for (const [index, piece] of stamped.entries()) {
    const before = stamped[index - 1];
    if (typeof piece === 'string') {
      const start = uuidStartBefore(piece, stamped[index + 1]);
      joined.push(...splitHexWords(piece.slice(0, piece.length - (start?.length ?? 0)), count, line));
    } else {
      const start = uuidStartBefore(before, piece);
      joined.push(start === undefined ? piece : unknownVariable(start + piece.text));
    }
  }
  return joined.filter((piece) => piece !== '');
}

/** Returns the end of a literal that is the beginning of the UUID which goes on in the variable behind it. */
function uuidStartBefore(literal: Piece | undefined, variable: Piece | undefined): string | undefined {
  if (typeof literal !== 'string' || typeof variable !== 'object') return undefined;
  const start = uuidStart.exec(literal)?.[0];
  return start !== undefined && uuid.test(start + variable.text) ? start : undefined;
}

function joinStamp(pieces: readonly Piece[]): readonly Piece[] {
  const text = pieces.slice(0, 12).map((piece) => (typeof piece === 'string' ? piece : piece.text));
  const end = stamp.exec(text.join(''))?.[0].length ?? 0;
  if (end === 0) return pieces;
  let length = 0;
  for (const [index, part] of text.entries()) {
    length += part.length;
    if (length < end) continue;
    const rest = typeof pieces[index] === 'string' ? part.slice(part.length - (length - end)) : '';
    if (length > end && rest === '') return pieces;
    return [unknownVariable(text.join('').slice(0, end)), ...(length > end ? [rest] : []), ...pieces.slice(index + 1)];
  }
  return pieces;
}

function splitHexWords(literal: string, count: number, line: number): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const { 0: word, index } of literal.matchAll(hexWords)) {
    pieces.push(literal.slice(from, index), { text: word, values: [{ text: word, count, line }] });
    from = index + word.length;
  }
  return [...pieces, literal.slice(from)];
}
