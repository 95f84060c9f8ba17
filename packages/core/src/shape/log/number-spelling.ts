const zero = 0x30;
const comma = 0x2c;
const lengthBits = 6;
const commaFlag = 1 << lengthBits;
const zerosShift = lengthBits + 1;

/**
 * Tells in one number how the digits of a number are written: with leading zeros, commas, zeros behind the fraction.
 *
 * Contract: with the value, tells every spelling apart that the scanner takes for a number; `[start, end)` is one.
 */
export function spellingOf(bytes: Uint8Array, start: number, end: number): number {
  let zeros = 0;
  for (let at = start; isLeadingZero(bytes, at, end); zeros++) at = bytes[at + 1] === comma ? at + 2 : at + 1;
  const hasComma = end - start > 4 && bytes[end - 4] === comma;
  return (zeros << zerosShift) | (hasComma ? commaFlag : 0) | (end - start);
}

/** Writes a number as it was written. Contract: `spelling` is what `spellingOf` told of a number of this value. */
export function spellNumber(value: number, spelling: number): string {
  const length = spelling & (commaFlag - 1);
  const plain = '0'.repeat(spelling >> zerosShift) + plainDigits(value);
  if (plain.length >= length) return plain;
  if ((spelling & commaFlag) !== 0) return withCommas(plain, length - plain.length);
  return (plain.includes('.') ? plain : `${plain}.`).padEnd(length, '0');
}

/** A zero is one too many where a digit or a group of digits follows it. */
function isLeadingZero(bytes: Uint8Array, at: number, end: number): boolean {
  if (bytes[at] !== zero || at + 1 >= end) return false;
  const next = bytes[at + 1] as number;
  return next === comma || (next >= zero && next <= 0x39);
}

function withCommas(digits: string, commas: number): string {
  let text = '';
  for (let left = commas, end = digits.length; left >= 0; left--, end -= 3) {
    text = left === 0 ? digits.slice(0, end) + text : `,${digits.slice(end - 3, end)}${text}`;
  }
  return text;
}

function plainDigits(value: number): string {
  const text = String(value);
  return text.includes('e') ? value.toFixed(14).replace(/0+$/, '') : text;
}
