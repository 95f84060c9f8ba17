const encoder = new TextEncoder();
const chunk = new Uint8Array(65_536);
/** The chunk, four bytes at a time. */
const words = new Uint32Array(chunk.buffer);

/**
 * Tells whether a text has none of the characters that no provider accepts: C0 controls but tab, LF and CR; DEL; halves
 * of surrogate pairs.
 *
 * Contract: costs about as much as copying the text, since nearly every text that is sent is asked for.
 */
export function isSendable(text: string): boolean {
  if (!text.isWellFormed()) return false;
  for (let from = 0; from < text.length; ) {
    const { read, written } = encoder.encodeInto(from === 0 ? text : text.slice(from), chunk);
    if (holdsControl(written)) return false;
    from += read;
  }
  return true;
}

/** In UTF-8, bytes below 0x80 are characters of their own. */
function holdsControl(byteLength: number): boolean {
  const wordCount = Math.ceil(byteLength / 4);
  chunk.fill(0x20, byteLength, wordCount * 4);
  for (let index = 0; index < wordCount; index += 1) {
    const word = words[index] as number;
    // The highest bit of a byte is set where it is below 0x20, or is 0x7f, or stands beside one that is.
    const rest = word ^ 0x7f7f7f7f;
    if (((((word - 0x20202020) & ~word) | ((rest - 0x01010101) & ~rest)) & 0x80808080) === 0) continue;
    for (let shift = 0; shift < 32; shift += 8) if (isControl((word >>> shift) & 0xff)) return true;
  }
  return false;
}

function isControl(byte: number): boolean {
  return (byte < 0x20 && byte !== 9 && byte !== 10 && byte !== 13) || byte === 0x7f;
}
