const lettersAndDigits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** The six bits that each character stands for, in both alphabets. */
const bitsOf: Uint8Array = new Uint8Array(128);
for (const alphabet of [`${lettersAndDigits}+/`, `${lettersAndDigits}-_`])
  for (const [bits, char] of [...alphabet].entries()) bitsOf[char.charCodeAt(0)] = bits;

/**
 * Decodes base64.
 *
 * Contract: `chars` are of either alphabet, without padding; the bits behind the last whole byte are left out.
 */
export function decodeBase64(chars: string): Uint8Array {
  const bytes = new Uint8Array(Math.floor((chars.length * 3) / 4));
  for (let from = 0, to = 0; to < bytes.length; from += 4, to += 3) {
    const group =
      (bitsAt(chars, from) << 18) |
      (bitsAt(chars, from + 1) << 12) |
      (bitsAt(chars, from + 2) << 6) |
      bitsAt(chars, from + 3);
    bytes[to] = group >>> 16;
    bytes[to + 1] = group >>> 8;
    bytes[to + 2] = group;
  }
  return bytes;
}

function bitsAt(chars: string, at: number): number {
  return at < chars.length ? (bitsOf[chars.charCodeAt(at)] ?? 0) : 0;
}
