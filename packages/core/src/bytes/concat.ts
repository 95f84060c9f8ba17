/**
 * Joins byte arrays into one.
 *
 * Contract: a list of one is returned as it is, not copied.
 */
export function concatBytes(chunks: readonly Uint8Array[]): Uint8Array {
  if (chunks.length === 1) return chunks[0] as Uint8Array;
  let byteLength = 0;
  for (const chunk of chunks) byteLength += chunk.length;
  const joined = new Uint8Array(byteLength);
  let offset = 0;
  for (const chunk of chunks) {
    joined.set(chunk, offset);
    offset += chunk.length;
  }
  return joined;
}
