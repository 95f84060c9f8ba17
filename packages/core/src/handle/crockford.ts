/** Crockford's base 32, lower case: no i, l, o or u, so that a model or a person copies it well. */
export const base32Alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

const bitsPerCharacter = 5;

/**
 * Writes bytes as base 32, first bit first; the last character is filled up with zero bits.
 *
 * Contract: `ceil(8 * byteLength / 5)` characters of `base32Alphabet`.
 */
export function encodeBase32(bytes: Uint8Array): string {
  let text = '';
  let held = 0;
  let heldBits = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    heldBits += 8;
    while (heldBits >= bitsPerCharacter) {
      heldBits -= bitsPerCharacter;
      text += base32Alphabet[(held >> heldBits) & 31];
    }
    held &= (1 << heldBits) - 1;
  }
  if (heldBits > 0) text += base32Alphabet[(held << (bitsPerCharacter - heldBits)) & 31];
  return text;
}

/**
 * Reads what `encodeBase32` wrote.
 *
 * Contract: strict: another character, a character too many or a set bit in the filling gives `undefined`, so each
 * byte string has exactly one text.
 */
export function decodeBase32(text: string): Uint8Array | undefined {
  const bytes = new Uint8Array(Math.floor((text.length * bitsPerCharacter) / 8));
  if (Math.ceil((bytes.length * 8) / bitsPerCharacter) !== text.length) return undefined;
  let held = 0;
  let heldBits = 0;
  let at = 0;
  for (const character of text) {
    const value = base32Alphabet.indexOf(character);
    if (value < 0) return undefined;
    held = (held << bitsPerCharacter) | value;
    heldBits += bitsPerCharacter;
    if (heldBits < 8) continue;
    heldBits -= 8;
    bytes[at++] = held >> heldBits;
    held &= (1 << heldBits) - 1;
  }
  return held === 0 ? bytes : undefined;
}
