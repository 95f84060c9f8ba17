import { type Cell, cellText } from './cell.ts';

/** What a cell holds. */
export const emptyCell = 0;
const intCell = 1;
export const decimalCell = 2;
export const dateCell = 3;
export const textCell = 4;
/** Digits that a number holds exactly. */
const maxExactDigits = 15;
const longestNumber = 40;
const longestTime = 35;

const zero = 0x30;
const nine = 0x39;
const dash = 0x2d;
const plus = 0x2b;
const dot = 0x2e;
const colon = 0x3a;

const powersOfTen: readonly number[] = Array.from({ length: maxExactDigits + 1 }, (_, power) => 10 ** power);

/** Tells what a cell holds, and the value of a number. One object, so that no cell costs an allocation. */
export class CellKind {
  /** Of the last number classified; exact up to 15 digits, else the nearest double. */
  value = 0;
  /** Digits of the last number classified. */
  digits = 0;

  classify(cell: Cell): number {
    const { bytes, from, length } = cell;
    if (length === 0) return emptyCell;
    const first = bytes[from] as number;
    if (first > nine || (first < zero && first !== dash && first !== plus && first !== dot)) return textCell;
    if (length >= 10 && bytes[from + 4] === dash) return isDate(bytes, from, length) ? dateCell : textCell;
    return length > longestNumber ? textCell : this.#number(cell, first);
  }

  #number(cell: Cell, first: number): number {
    const { bytes } = cell;
    const end = cell.from + cell.length;
    let value = 0;
    let digits = 0;
    let fraction = -1;
    for (let at = first === dash || first === plus ? cell.from + 1 : cell.from; at < end; at++) {
      const byte = bytes[at] as number;
      if (byte >= zero && byte <= nine) {
        value = value * 10 + (byte - zero);
        digits++;
      } else if (byte === dot && fraction < 0) fraction = digits;
      else return digits > 0 && (byte | 0x20) === 0x65 ? this.#withExponent(cell) : textCell;
    }
    if (digits === 0) return textCell;
    this.digits = digits;
    if (digits > maxExactDigits) this.value = Number(cellText(cell));
    else
      this.value = (first === dash ? -value : value) / (fraction < 0 ? 1 : (powersOfTen[digits - fraction] as number));
    return fraction < 0 ? intCell : decimalCell;
  }

  #withExponent(cell: Cell): number {
    const text = cellText(cell);
    if (!/^[+-]?(?:\d+\.?\d*|\.\d+)[eE][+-]?\d{1,3}$/u.test(text)) return textCell;
    this.value = Number(text);
    this.digits = maxExactDigits;
    return decimalCell;
  }
}

/** ISO 8601: a date, alone or with a time behind it. */
function isDate(bytes: Uint8Array, from: number, length: number): boolean {
  if (!areDigits(bytes, from, 4) || bytes[from + 7] !== dash) return false;
  const month = twoDigits(bytes, from + 5);
  const day = twoDigits(bytes, from + 8);
  if (!(month >= 1 && month <= 12 && day >= 1 && day <= 31)) return false;
  if (length === 10) return true;
  const separator = bytes[from + 10];
  return (
    length >= 16 &&
    length <= longestTime &&
    (separator === 0x54 || separator === 0x20) &&
    twoDigits(bytes, from + 11) >= 0 &&
    bytes[from + 13] === colon &&
    twoDigits(bytes, from + 14) >= 0 &&
    isTimeEnd(bytes, from + 16, from + length)
  );
}

/** Seconds, fraction and zone are taken for what they look like: digits and the marks between them. */
function isTimeEnd(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const byte = bytes[at] as number;
    const isMark = byte === colon || byte === dot || byte === plus || byte === dash;
    const isZulu = byte === 0x5a && at === to - 1;
    if (!(byte >= zero && byte <= nine) && !isMark && !isZulu) return false;
  }
  return true;
}

/** Returns -1 where no two digits stand. */
function twoDigits(bytes: Uint8Array, at: number): number {
  return areDigits(bytes, at, 2) ? ((bytes[at] as number) - zero) * 10 + (bytes[at + 1] as number) - zero : -1;
}

function areDigits(bytes: Uint8Array, from: number, count: number): boolean {
  for (let at = from; at < from + count; at++) {
    const byte = bytes[at] as number;
    if (byte < zero || byte > nine) return false;
  }
  return true;
}
