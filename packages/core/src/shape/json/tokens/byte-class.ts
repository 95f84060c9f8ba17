/** What a byte can be between the tokens of JSON (RFC 8259 §2 and §3); 0 where it can be nothing. */
export const spaceByte = 1;
export const lineFeedByte = 2;
export const quoteByte = 3;
export const numberByte = 4;
export const wordByte = 5;
export const openObjectByte = 6;
export const openArrayByte = 7;
export const closeObjectByte = 8;
export const closeArrayByte = 9;
export const colonByte = 10;
export const commaByte = 11;

/** The class of each byte. `N` and `I` begin the numbers that JSON lacks: `NaN` and `Infinity`. */
export const byteClasses: Uint8Array = new Uint8Array(256);
const setClass = (chars: string, value: number): void => {
  for (const char of chars) byteClasses[char.charCodeAt(0)] = value;
};
setClass(' \t\r', spaceByte);
setClass('\n', lineFeedByte);
setClass('"', quoteByte);
setClass('-0123456789', numberByte);
setClass('tfnNI', wordByte);
setClass('{', openObjectByte);
setClass('[', openArrayByte);
setClass('}', closeObjectByte);
setClass(']', closeArrayByte);
setClass(':', colonByte);
setClass(',', commaByte);

/** Set for the bytes at which the skipping of a string stops: the quote, the backslash and control characters. */
export const stringStops: Uint8Array = new Uint8Array(256);
stringStops.fill(1, 0, 0x20);
stringStops[0x22] = 1;
stringStops[0x5c] = 1;

/** Set for the bytes that may follow a backslash, `u` (which wants four hexadecimal digits) being 2. */
export const escapeBytes: Uint8Array = new Uint8Array(256);
for (const char of '"\\/bfnrt') escapeBytes[char.charCodeAt(0)] = 1;
escapeBytes[0x75] = 2;

/** Tells a hexadecimal digit of either case. */
export function isHexDigit(byte: number): boolean {
  return (byte >= 0x30 && byte <= 0x39) || ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x66);
}
