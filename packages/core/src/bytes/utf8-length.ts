/**
 * Counts the bytes of a string in UTF-8.
 *
 * Contract: builds no bytes; a lone surrogate counts 3, as the U+FFFD that replaces it.
 */
export function utf8Length(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) continue;
    bytes += unit < 0x800 ? 1 : 2;
    const isPair = unit >= 0xd800 && unit <= 0xdbff && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00;
    if (isPair) at++;
  }
  return bytes;
}
