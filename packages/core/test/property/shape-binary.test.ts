import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDimensions } from '../../src/shape/binary/dimensions.ts';

const side = fc.integer({ min: 1, max: 16_383 });
const uint16 = (value: number, littleEndian = false) =>
  littleEndian ? [value & 0xff, value >> 8] : [value >> 8, value & 0xff];
const ascii = (text: string) => [...text].map((char) => char.charCodeAt(0));

/** Headers as their specifications draw them. */
const writers: Record<string, (width: number, height: number, fill: number[]) => number[]> = {
  'image/png': (width, height) => [
    0x89,
    ...ascii('PNG\r\n'),
    0x1a,
    0x0a,
    0,
    0,
    0,
    13,
    ...ascii('IHDR'),
    0,
    0,
    ...uint16(width),
    0,
    0,
    ...uint16(height),
  ],
  'image/gif': (width, height) => [...ascii('GIF89a'), ...uint16(width, true), ...uint16(height, true)],
  'image/jpeg': (width, height, fill) => [
    0xff,
    0xd8,
    0xff,
    0xe0,
    ...uint16(fill.length + 2),
    ...fill,
    0xff,
    0xc0,
    0,
    17,
    8,
    ...uint16(height),
    ...uint16(width),
  ],
  'image/webp': (width, height) => [
    ...ascii('RIFF'),
    0,
    0,
    0,
    0,
    ...ascii('WEBPVP8X'),
    10,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    ...uint16(width - 1, true),
    0,
    ...uint16(height - 1, true),
    0,
  ],
};

describe.each(Object.keys(writers))('dimensions of %s', (mediaType) => {
  const write = writers[mediaType] as (width: number, height: number, fill: number[]) => number[];

  // Fails when width and height change places, or a segment is skipped by its length without the two bytes of it.
  it('are those of the header', () => {
    fc.assert(
      fc.property(side, side, fc.array(fc.integer({ min: 0, max: 255 }), { maxLength: 300 }), (width, height, fill) => {
        expect(readDimensions(mediaType, Uint8Array.from(write(width, height, fill)))).toEqual({ width, height });
      }),
      { numRuns: 1_000 },
    );
  });

  // Fails when a header that is cut short throws.
  it('are unknown where the header is cut, and never an error', () => {
    fc.assert(
      fc.property(
        side,
        side,
        fc.uint8Array({ maxLength: 60 }),
        fc.double({ min: 0, max: 0.99, noNaN: true }),
        (width, height, noise, share) => {
          const whole = write(width, height, [1, 2, 3]);
          const cut = Uint8Array.from(whole.slice(0, Math.floor((whole.length - 2) * share)));
          expect(readDimensions(mediaType, cut)).toBeUndefined();
          expect(() => readDimensions(mediaType, noise)).not.toThrow();
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
