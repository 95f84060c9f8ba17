import { describe, expect, it } from 'vitest';
import { jsonEscapedLength } from '../../src/bytes/escaped-length.ts';
import { binaryShape } from '../../src/shape/binary.ts';

const describeBinary = (...chunks: Uint8Array[]) => {
  const describer = binaryShape.createDescriber();
  for (const chunk of chunks) describer.write(chunk);
  return describer.end();
};
const bytes = (...parts: (string | number[])[]) =>
  Uint8Array.from(
    parts.flatMap((part) => (typeof part === 'string' ? [...part].map((char) => char.charCodeAt(0)) : part)),
  );
const padded = (start: Uint8Array, byteLength: number) => {
  const whole = new Uint8Array(byteLength);
  whole.set(start);
  return whole;
};

const png = bytes(
  [0x89],
  'PNG\r\n',
  [0x1a, 0x0a, 0, 0, 0, 13],
  'IHDR',
  [0, 0, 0x02, 0x80, 0, 0, 0x01, 0xe0, 8, 6, 0, 0, 0],
);
const exif = [0xff, 0xe1, 0xff, 0xfe, ...new Array(0xfffc).fill(0xff)];
const jpegSize = [0xff, 0xc2, 0, 17, 8, 0x04, 0x38, 0x07, 0x80, 3];

describe('the binary shape', () => {
  it.each([
    ['PNG', png, 'image/png, 640×480, 12,345 B'],
    ['GIF', bytes('GIF89a', [0x40, 0x01, 0xf0, 0x00]), 'image/gif, 320×240, 12,345 B'],
    ['JPEG', bytes([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, ...jpegSize]), 'image/jpeg, 1920×1080, 12,345 B'],
    [
      'lossy WebP',
      bytes('RIFF', [0, 0, 0, 0], 'WEBPVP8 ', [0, 0, 0, 0, 0, 0, 0, 0x9d, 0x01, 0x2a, 0x20, 0x03, 0x58, 0x02]),
      'image/webp, 800×600, 12,345 B',
    ],
    [
      'lossless WebP',
      bytes('RIFF', [0, 0, 0, 0], 'WEBPVP8L', [0, 0, 0, 0, 0x2f, 0x1f, 0xc3, 0x95, 0x00]),
      'image/webp, 800×600, 12,345 B',
    ],
    [
      'extended WebP',
      bytes('RIFF', [0, 0, 0, 0], 'WEBPVP8X', [10, 0, 0, 0, 0, 0, 0, 0, 0x1f, 0x03, 0, 0x57, 0x02, 0]),
      'image/webp, 800×600, 12,345 B',
    ],
    ['a broken PNG', bytes([0x89], 'PNG\r\n', [0x1a, 0x0a]), 'image/png, 12,345 B'],
    ['a ZIP', bytes('PK', [3, 4]), 'application/zip, 12,345 B'],
    ['anything else', bytes([1, 2, 3]), 'application/octet-stream, 12,345 B'],
  ])('names %s by type, size and dimensions', (_, start, headline) => {
    expect(describeBinary(padded(start, 12_345)).headline).toBe(headline);
  });

  it('finds the dimensions of a JPEG behind 190 KB of metadata, in any chunking', () => {
    const jpeg = bytes([0xff, 0xd8, 0xff, 0xdb, 0, 2], exif, exif, exif, jpegSize);
    const chunks = Array.from({ length: Math.ceil(jpeg.length / 999) }, (_, at) =>
      jpeg.slice(at * 999, at * 999 + 999),
    );
    expect(describeBinary(...chunks).headline).toBe('image/jpeg, 1920×1080, 196,624 B');
  });

  it('shows the first 64 bytes in hexadecimal, and nothing in base64', () => {
    const description = describeBinary(padded(png, 1_000));
    expect(binaryShape.preview(description, 4_096).split('\n')).toEqual([
      '| 00000000  89 50 4e 47 0d 0a 1a 0a  00 00 00 0d 49 48 44 52  |.PNG........IHDR|',
      '| 00000010  00 00 02 80 00 00 01 e0  08 06 00 00 00 00 00 00  |................|',
      '| 00000020  00 00 00 00 00 00 00 00  00 00 00 00 00 00 00 00  |................|',
      '| 00000030  00 00 00 00 00 00 00 00  00 00 00 00 00 00 00 00  |................|',
    ]);
    expect(binaryShape.suggest(description)).toEqual([{ kind: 'offset', offset: 0 }]);
    expect(description).toMatchObject({ mediaType: 'image/png', encoding: 'binary', byteLength: 1_000 });
    expect(description).not.toHaveProperty('lineCount');
  });

  it('BC-064 shows no control character of what a shell printed', () => {
    const noise = Uint8Array.from({ length: 200_000 }, (_, at) => (at * 7_919) % 256);
    expect(binaryShape.preview(describeBinary(noise), 4_096)).toMatch(/^[\n -~]+$/u);
  });

  it('stands nothing, one byte and any budget', () => {
    expect(binaryShape.preview(describeBinary(), 4_096)).toBe('');
    expect(binaryShape.suggest(describeBinary())).toEqual([]);
    expect(describeBinary(Uint8Array.of(7)).headline).toBe('application/octet-stream, 1 B');
    for (let maxBytes = 0; maxBytes < 400; maxBytes++) {
      const preview = binaryShape.preview(describeBinary(png), maxBytes);
      expect(jsonEscapedLength(preview)).toBeLessThanOrEqual(maxBytes);
    }
  });
});
