import { utf8ToString } from '../../../bytes/decode.ts';
import type { ByteWindow } from '../tokens/byte-window.ts';

const maxExactDigits = 15;
/** So many characters make a number that fits 32 bits without its dot. */
const maxShortBytes = 9;
const maxSimpleBytes = 300;
/** Powers of ten that a double holds exactly. */
const exactPowers = Float64Array.from({ length: 23 }, (_, power) => Number(`1e${power}`));
const dot = -2;

/**
 * Reads the value of a number from its bytes, without making a string where it is simple.
 *
 * Contract: the bytes are a number by the grammar. Where `isExact`, `value` is the nearest double and no other number
 * of at most 15 digits has it; otherwise it is off by a relative 1e-13 at most (infinite or 0 where it is out of range).
 */
export class NumberReader {
  value = 0.5;
  isExact = true;
  isInteger = true;

  read({ bytes }: ByteWindow, from: number, to: number): void {
    const isNegative = bytes[from] === 0x2d;
    const start = isNegative ? from + 1 : from;
    if (to - start > maxShortBytes) return this.#readLong(bytes, from, to, start);
    let digits = 0;
    let dotAt = to;
    for (let at = start; at < to; at++) {
      const digit = (bytes[at] as number) - 0x30;
      if (digit >= 0 && digit <= 9) digits = (digits * 10 + digit) | 0;
      else if (digit === dot) dotAt = at;
      else return this.#readSlowly(bytes, from, to);
    }
    const value = dotAt === to ? digits : digits / (exactPowers[to - 1 - dotAt] as number);
    this.value = isNegative ? -value : value;
    this.isExact = true;
    this.isInteger = dotAt === to;
  }

  #readLong(bytes: Uint8Array, from: number, to: number, start: number): void {
    if (to - start > maxSimpleBytes) return this.#readSlowly(bytes, from, to);
    let digits = 0;
    let mantissa = 0;
    // Nine digits at a time fit 32 bits, which is much faster than a double.
    let part = 0;
    let partDigits = 0;
    let dotAt = to;
    for (let at = start; at < to; at++) {
      const digit = (bytes[at] as number) - 0x30;
      if (digit >= 0 && digit <= 9) {
        part = (part * 10 + digit) | 0;
        if (digits > 0 || digit > 0) digits++;
        if (++partDigits === maxShortBytes) {
          mantissa = mantissa * 1e9 + part;
          part = 0;
          partDigits = 0;
        }
      } else if (digit === dot) dotAt = at;
      else return this.#readSlowly(bytes, from, to);
    }
    mantissa = mantissa * (exactPowers[partDigits] as number) + part;
    const fractionDigits = dotAt === to ? 0 : to - 1 - dotAt;
    const value = mantissa / (exactPowers[fractionDigits] ?? 10 ** fractionDigits);
    this.value = start > from ? -value : value;
    this.isExact = digits <= maxExactDigits && fractionDigits < exactPowers.length;
    this.isInteger = dotAt === to;
  }

  /** Numbers with an exponent, and very long ones. */
  #readSlowly(bytes: Uint8Array, from: number, to: number): void {
    this.value = Number(utf8ToString(bytes.subarray(from, to)));
    const size = Math.abs(this.value);
    this.isExact = to - from <= maxExactDigits && size > 1e-290 && size < 1e290;
    this.isInteger = false;
  }
}

/**
 * Compares two numbers by their exact value, whatever their size.
 *
 * Contract: takes numbers by the grammar of JSON; returns a negative number, 0 or a positive number.
 */
export function compareNumbers(left: string, right: string): number {
  const a = toDecimal(left);
  const b = toDecimal(right);
  if (a.sign !== b.sign) return a.sign - b.sign;
  if (a.sign === 0) return 0;
  if (a.exponent !== b.exponent) return (a.exponent < b.exponent ? -1 : 1) * a.sign;
  const length = Math.max(a.digits.length, b.digits.length);
  const first = a.digits.padEnd(length, '0');
  const second = b.digits.padEnd(length, '0');
  if (first === second) return 0;
  return (first < second ? -1 : 1) * a.sign;
}

interface Decimal {
  readonly sign: number;
  /** Significant digits, the first of them not 0. */
  readonly digits: string;
  /** Position of the dot behind the first digit, as a power of ten. */
  readonly exponent: number;
}

function toDecimal(literal: string): Decimal {
  const isNegative = literal.startsWith('-');
  const [mantissa = '', power = '0'] = literal
    .slice(isNegative ? 1 : 0)
    .toLowerCase()
    .split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const all = whole + fraction;
  const digits = all.replace(/^0+/, '');
  if (digits === '') return { sign: 0, digits: '', exponent: 0 };
  const exponent = whole.length - (all.length - digits.length) - 1 + Number(power);
  return { sign: isNegative ? -1 : 1, digits, exponent };
}
