import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLineIndexBuilder } from '../../src/bytes/line-index-builder.ts';
import { countLines, createLineScanner, iterateLines } from '../../src/bytes/lines.ts';

const lineBytes = fc
  .array(fc.constantFrom(0x0a, 0x0a, 0x00, 0x61, 0x0d, 0x85, 0xc3), { maxLength: 120 })
  .map((bytes) => Uint8Array.from(bytes));
const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 6 });
const encodings = fc.constantFrom('utf-8' as const, 'utf-16le' as const, 'utf-16be' as const);
function* split(bytes: Uint8Array, widths: number[]) {
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const size = widths[turn % widths.length] as number;
    yield bytes.slice(at, at + size);
    at += size;
  }
}

describe('lines', () => {
  // Fails when the scanner searches a chunk after an odd carried byte as if it were aligned.
  it('are the same for every chunking, and join to the input', () => {
    fc.assert(
      fc.property(lineBytes, sizes, encodings, (bytes, widths, encoding) => {
        const scanner = createLineScanner(encoding);
        const found: number[][] = [];
        for (const chunk of split(bytes, widths))
          for (const line of scanner.write(chunk)) found.push([line.offset, line.offset + line.bytes.length]);
        for (const line of scanner.end()) found.push([line.offset, line.offset + line.bytes.length]);
        const whole = [...iterateLines(bytes, encoding)];
        expect(found).toEqual(whole.map(({ start, end }) => [start, end]));
        expect(countLines(bytes, encoding)).toBe(whole.length);
        expect(whole.reduce((at, range) => (range.start === at ? range.next : -1), 0)).toBe(bytes.length);
      }),
      { numRuns: 1000 },
    );
  });

  // Fails when the builder counts from nextEntryAt itself, so that a line start exactly there is missed.
  it('are indexed at the first line start of each stride, for every chunking', () => {
    fc.assert(
      fc.property(
        lineBytes,
        sizes,
        encodings,
        fc.integer({ min: 1, max: 20 }).map((half) => half * 2),
        (bytes, widths, encoding, stride) => {
          const builder = createLineIndexBuilder(encoding, stride);
          const entries = [...split(bytes, widths)].flatMap((chunk) => [...builder.write(chunk)]);
          const expected: unknown[] = [];
          let due = stride;
          [...iterateLines(bytes, encoding)].forEach(({ end, next }, at) => {
            if (next === end || next < due) return;
            expected.push({ line: at + 2, offset: next });
            due = (Math.floor(next / stride) + 1) * stride;
          });
          expect(entries).toEqual(expected);
          expect(builder.end()).toEqual({ lineCount: countLines(bytes, encoding) });
        },
      ),
      { numRuns: 1000 },
    );
  });
});
