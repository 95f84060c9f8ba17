import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ArrivingString } from '../../src/json/arriving-string.ts';
import { decodeStringPieces } from '../../src/json/string-literal.ts';

/** Decodes a literal that arrives up to each of these lengths, with bytes before and behind it. */
function decodeArriving(
  literal: string,
  lengths: readonly number[],
  pieceBytes: number,
): { hex: string; isCanonical: boolean } {
  const before = '{"text":';
  const bytes = Buffer.from(`${before}${literal},"more":"\\n"}`);
  const string = new ArrivingString(before.length + 1, pieceBytes);
  const pieces: Buffer[] = [];
  const take = (line: Buffer, isWhole: boolean): void => {
    for (let piece = string.next(line, isWhole); piece.length > 0; piece = string.next(line, isWhole)) {
      pieces.push(Buffer.from(piece));
    }
  };
  // Each time in memory of its own, as a buffer that grows.
  for (const length of lengths) if (length > before.length) take(Buffer.from(bytes.subarray(0, length)), false);
  take(bytes, true);
  return { hex: Buffer.concat(pieces).toString('hex'), isCanonical: string.isCanonical };
}

async function decodeWhole(literal: string): Promise<{ hex: string; isCanonical: boolean }> {
  const bytes = Buffer.from(literal);
  const pieces: Buffer[] = [];
  let isCanonical = false;
  const onDecoded = (is: boolean): void => {
    isCanonical = is;
  };
  for await (const piece of decodeStringPieces(bytes, { start: 0, end: bytes.length }, { onDecoded })) {
    pieces.push(Buffer.from(piece as Uint8Array));
  }
  return { hex: Buffer.concat(pieces).toString('hex'), isCanonical };
}

describe('a string that arrives', () => {
  // Fails when less than the longest escape lies behind a piece, or when the closing quote is looked for inside an escape.
  it('is decoded as a whole one is, whatever has arrived when', async () => {
    const unit = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 8 }).map((text) => JSON.stringify(text).slice(1, -1)),
      fc.constantFrom('\\\\', '\\"', '\\/', '\\ud83d\\ude00', '\\ude00', '\\ud83d', '\\n', 'é', '😀', '\\\\\\\\u00'),
      fc.integer({ min: 10, max: 90 }).map((length) => 'x'.repeat(length)),
    );
    const growth = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(unit, { maxLength: 40 }),
        growth,
        fc.integer({ min: 1, max: 64 }),
        async (units, steps, pieceBytes) => {
          const literal = `"${units.join('')}"`;
          const lengths: number[] = [];
          for (let at = 0; at < literal.length + 30; at += steps[lengths.length % steps.length] as number)
            lengths.push(at);
          expect(decodeArriving(literal, lengths, pieceBytes)).toEqual(await decodeWhole(literal));
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it.each(['"a\\q"', '"aaaaaaaaaaaaaaaa\\u12x4"', '"\\ud83d\\u12"'])('throws for %s', (literal) => {
    expect(() => decodeArriving(literal, [], 4)).toThrow(SyntaxError);
  });

  it('gives nothing more of one that never ends', () => {
    const string = new ArrivingString(1, 4);
    const bytes = Buffer.from('"abcdefgh');
    expect(string.next(bytes, false)).toHaveLength(0);
    expect(string.next(bytes, true)).toHaveLength(0);
  });
});
