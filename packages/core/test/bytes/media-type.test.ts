import { describe, expect, it } from 'vitest';
import { detectBinaryMediaType } from '../../src/bytes/media-type.ts';

const ascii = (text: string) => new TextEncoder().encode(text);

describe('detectBinaryMediaType', () => {
  it.each([
    ['image/png', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)],
    ['image/webp', ascii('RIFF....WEBPVP8 ')],
    ['audio/wav', ascii('RIFF....WAVEfmt ')],
    ['application/zip', ascii('PK\u0003\u0004')],
    ['application/wasm', ascii('\0asm\u0001')],
    ['application/x-tar', ascii(`${'\0'.repeat(257)}ustar`)],
    [undefined, ascii('plain text')],
    [undefined, ascii('RIFF')],
    [undefined, new Uint8Array(0)],
  ])('%s', (mediaType, head) => {
    expect(detectBinaryMediaType(head)).toBe(mediaType);
  });
});
