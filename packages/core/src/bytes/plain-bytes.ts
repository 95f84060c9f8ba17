/**
 * Returns the same bytes as a plain array, not as a `Buffer`.
 *
 * Contract: copies nothing. What keeps bytes relies on `slice` to copy them, which that of a `Buffer` does not.
 */
export function toPlainBytes(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
