import type { ByteWindow } from './byte-window.ts';

const mostExactDigits = 15;
/** Powers of ten that a double holds exactly. */
const exactPowers: readonly number[] = Array.from({ length: 23 }, (_, power) => Number(`1e${power}`));
const mostSimpleDigits = 300;

/**
 * Reads the value of a number from its bytes, without making a string.
 *
 * Contract: the bytes are a number by the grammar. Where `isExact`, `value` is the nearest double and no other number
 * of at most 15 digits has it; otherwise it is off by a relative 1e-13 at most (infinite or 0 where it is out of range).
 */
export class NumberReader {
  value = 0;
  isExact = true;
  isInteger = true;

  read({ bytes }: ByteWindow, from: number, to: number): void {
    let at = from;
    const isNegative = bytes[at] === 0x2d;
    if (isNegative) at++;
    let digits = 0;
    let mantissa = 0;
    let fractionDigits = 0;
    let hasDot = false;
    for (; at < to; at++) {
      const digit = (bytes[at] as number) - 0x30;
      if (digit >= 0 && digit <= 9) {
        mantissa = mantissa * 10 + digit;
        if (mantissa !== 0) digits++;
        if (hasDot) fractionDigits++;
      } else if (digit === -2) hasDot = true;
      else return this.#readSlowly(bytes, from, to);
    }
    if (digits > mostSimpleDigits || fractionDigits > mostSimpleDigits) return this.#readSlowly(bytes, from, to);
    const isExact = digits <= mostExactDigits && fractionDigits < exactPowers.length;
    const divisor = hasDot ? (exactPowers[fractionDigits] ?? 10 ** fractionDigits) : 1;
    const value = hasDot ? mantissa / divisor : mantissa;
    this.value = isNegative ? -value : value;
    this.isExact = isExact;
    this.isInteger = !hasDot;
  }

  #readSlowly(bytes: Uint8Array, from: number, to: number): void {
    this.value = Number(asciiText(bytes.subarray(from, to)));
    this.isExact = false;
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

/** Turns bytes of ASCII into a string. */
export function asciiText(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
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
