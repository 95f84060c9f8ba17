import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { utf8Length } from '../../src/bytes/utf8-length.ts';

describe('the length in UTF-8', () => {
  it.each([
    ['', 0],
    ['abc\n', 4],
    ['é', 2],
    ['…', 3],
    ['🙂', 4],
    ['\ud83d', 3],
    ['\ude42\ud83d', 6],
    ['a\ud83db', 5],
  ])('of %j is %d', (text, bytes) => {
    expect(utf8Length(text)).toBe(bytes);
  });

  // Fails when the second half of a pair is counted by itself.
  it('is that of the encoded bytes', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 0xffff })), (units) => {
        const text = String.fromCharCode(...units);
        expect(utf8Length(text)).toBe(new TextEncoder().encode(text).length);
      }),
      { numRuns: 1000 },
    );
  });
});
