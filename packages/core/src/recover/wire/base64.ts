/** Encodes bytes as base64. */
export function encodeBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}

/** Returns a medium as base64, however its client holds it; `undefined` for what is neither base64 nor bytes. */
export function toBase64(data: unknown): string | undefined {
  if (typeof data === 'string') return data;
  return data instanceof Uint8Array ? encodeBase64(data) : undefined;
}

/** Returns the bytes that a medium has as base64, however its client holds it. */
export function base64Length(data: unknown): number {
  if (typeof data === 'string') return data.length;
  return data instanceof Uint8Array ? Math.ceil(data.byteLength / 3) * 4 : 0;
}
