import { describe, expect, it } from 'vitest';
import { hasControls } from '../../src/json/controls.ts';

describe('hasControls', () => {
  // Fails when a word is left out at either end, or a byte over 0x7f counts as one below 0x20.
  it('finds each byte below a space, at each place of runs of any length, and no other', () => {
    for (let length = 1; length <= 40; length++) {
      for (let at = 0; at < length; at++) {
        const bytes = Buffer.alloc(length + 8, 0xff).subarray(at % 5, (at % 5) + length);
        expect(hasControls(bytes)).toBe(false);
        for (const byte of [0x20, 0x7f, 0x80, 0x9f]) {
          bytes[at] = byte;
          expect(hasControls(bytes)).toBe(false);
        }
        for (const byte of [0, 1, 0x1f]) {
          bytes[at] = byte;
          expect(hasControls(bytes)).toBe(true);
        }
      }
    }
  });

  it('has nothing to find in nothing', () => {
    expect(hasControls(Buffer.alloc(0))).toBe(false);
  });
});
