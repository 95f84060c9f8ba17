/** Bits of `byteClasses`. A byte of none of them is punctuation or space. */
export const hexLetter = 1;
export const otherLetter = 2;
export const letter: number = hexLetter | otherLetter;
export const digit = 4;
export const lineFeed = 8;
export const carriageReturn = 16;
export const escapeByte = 32;
/** Punctuation that may stand inside a number, a date, an address or a version. */
export const joiner = 64;

/** The class of each byte. Bytes above 0x7F are letters, so that UTF-8 text and old code pages are words. */
export const byteClasses: Uint8Array = new Uint8Array(256);
byteClasses.fill(otherLetter, 0x80);
const setClass = (chars: string, value: number): void => {
  for (const char of chars) byteClasses[char.charCodeAt(0)] = value;
};
setClass('ABCDEFabcdef', hexLetter);
setClass('GHIJKLMNOPQRSTUVWXYZghijklmnopqrstuvwxyz', otherLetter);
setClass('0123456789', digit);
setClass('.:,-', joiner);
setClass('\n', lineFeed);
setClass('\r', carriageReturn);
setClass('\u001b', escapeByte);

/** The class of a byte that may lie outside the array; 0 there. */
export function classAt(bytes: Uint8Array, at: number): number {
  return at >= 0 && at < bytes.length ? (byteClasses[bytes[at] as number] as number) : 0;
}
