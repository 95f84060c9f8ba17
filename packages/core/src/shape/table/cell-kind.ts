/** What a cell holds. */
export const emptyCell = 0;
export const intCell = 1;
export const decimalCell = 2;
export const dateCell = 3;
export const textCell = 4;
/** Digits that a number holds exactly. */
const mostExactDigits = 15;
const longestNumber = 40;

const zero = 0x30;
const nine = 0x39;
const dash = 0x2d;
const plus = 0x2b;
const dot = 0x2e;
const colon = 0x3a;

const powersOfTen: readonly number[] = Array.from({ length: mostExactDigits + 1 }, (_, power) => 10 ** power);

/** Tells what a cell holds, and the value of a number. One object, so that no cell costs an allocation. */
export class CellKind {
  /** Of the last number classified; exact up to 15 digits, else the nearest double. */
  value = 0;
  /** Digits of the last number classified. */
  digits = 0;

  /** Classifies the first `length` bytes. */
  classify(bytes: Uint8Array, length: number): number {
    if (length === 0) return emptyCell;
    const first = bytes[0] as number;
    if (first > nine || (first < zero && first !== dash && first !== plus && first !== dot)) return textCell;
    if (length >= 10 && bytes[4] === dash) return isDate(bytes, length) ? dateCell : textCell;
    return length > longestNumber ? textCell : this.#number(bytes, length, first);
  }

  #number(bytes: Uint8Array, length: number, first: number): number {
    let at = first === dash || first === plus ? 1 : 0;
    let value = 0;
    let digits = 0;
    let fraction = -1;
    for (; at < length; at++) {
      const byte = bytes[at] as number;
      if (byte >= zero && byte <= nine) {
        value = value * 10 + (byte - zero);
        digits++;
      } else if (byte === dot && fraction < 0) fraction = digits;
      else return digits > 0 && (byte | 0x20) === 0x65 ? this.#withExponent(bytes, length) : textCell;
    }
    if (digits === 0) return textCell;
    this.digits = digits;
    if (digits > mostExactDigits) this.value = Number(toText(bytes, length));
    else this.value = (first === dash ? -value : value) / (fraction < 0 ? 1 : (powersOfTen[digits - fraction] as number));
    return fraction < 0 ? intCell : decimalCell;
  }

  #withExponent(bytes: Uint8Array, length: number): number {
    const text = toText(bytes, length);
    if (!/^[+-]?(?:\d+\.?\d*|\.\d+)[eE][+-]?\d{1,3}$/u.test(text)) return textCell;
    this.value = Number(text);
    this.digits = mostExactDigits;
    return decimalCell;
  }
}

/** ISO 8601: a date, alone or with a time behind it. */
function isDate(bytes: Uint8Array, length: number): boolean {
  if (!areDigits(bytes, 0, 4) || bytes[7] !== dash || !areDigits(bytes, 5, 2) || !areDigits(bytes, 8, 2)) return false;
  const month = twoDigits(bytes, 5);
  const day = twoDigits(bytes, 8);
  if (month < 1 || month > 12 || day < 1 || day > 31) return false;
  if (length === 10) return true;
  const separator = bytes[10];
  return (
    length >= 16 &&
    length <= 35 &&
    (separator === 0x54 || separator === 0x20) &&
    areDigits(bytes, 11, 2) &&
    bytes[13] === colon &&
    areDigits(bytes, 14, 2) &&
    isTimeEnd(bytes, 16, length)
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

function twoDigits(bytes: Uint8Array, at: number): number {
  return ((bytes[at] as number) - zero) * 10 + (bytes[at + 1] as number) - zero;
}

function areDigits(bytes: Uint8Array, from: number, count: number): boolean {
  for (let at = from; at < from + count; at++) {
    const byte = bytes[at] as number;
    if (byte < zero || byte > nine) return false;
  }
  return true;
}

function toText(bytes: Uint8Array, length: number): string {
  return String.fromCharCode(...bytes.subarray(0, length));
}
