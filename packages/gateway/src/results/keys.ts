import type { Boundary } from '../boundary.ts';

/** Masks the bodies of private keys; the same buffer where there is none. */
export function withoutKeys(bytes: Buffer, boundary: Boundary): Buffer {
  const masked = boundary.withoutKeys?.(bytes) ?? bytes;
  return masked === bytes ? bytes : Buffer.from(masked.buffer, masked.byteOffset, masked.length);
}

/** Tells whether there is a body of a private key that may not be sent. */
export function holdsKeys(bytes: Buffer, boundary: Boundary): boolean {
  return withoutKeys(bytes, boundary) !== bytes;
}
