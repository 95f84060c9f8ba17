/** Tells the four bytes that may stand between the tokens of JSON (RFC 8259 §2). */
export function isJsonSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}
