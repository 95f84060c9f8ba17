import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TextPieces, textToBytes } from '../../src/bound/text-bytes.ts';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

describe('textToBytes', () => {
  it.each([
    ['well formed', 'aé漢😀', '61c3a9e6bca2f09f9880'],
    ['a lone high surrogate', 'x\uD83D y', '78eda0bd2079'],
    ['a lone low surrogate', '\uDE00', 'edb880'],
    ['two in the wrong order', '\uDE00\uD83D', 'edb880eda0bd'],
  ])('%s', (_, text, expected) => {
    expect(hex(textToBytes(text))).toBe(expected);
  });
});

// Fails when the last unit of a piece is encoded although it may be half of a pair.
it('gives the same bytes however the text is cut into pieces', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.array(fc.nat(40)), (text, cuts) => {
      const pieces = new TextPieces();
      const edges = [0, ...cuts.map((cut) => Math.min(cut, text.length)).sort((a, b) => a - b), text.length];
      const parts = edges.slice(1).map((edge, index) => pieces.write(text.slice(edges[index], edge)));
      expect(hex(Buffer.concat([...parts, pieces.end()]))).toBe(hex(textToBytes(text)));
    }),
    { numRuns: 1_000 },
  );
});
