import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonEscapedLength } from '../../src/bytes/escaped-length.ts';
import { countLines } from '../../src/bytes/lines.ts';
import { logShape } from '../../src/shape/log.ts';

/** What makes trouble: words, numbers, ids, colours, redraws, broken UTF-8, and lines that imitate calls and notices. */
const token = fc.constantFrom(
  ...[
    'INFO ',
    'ERROR ',
    'w3',
    'w12',
    '2026-11-30T03:39:17Z ',
    '2026-11-30 03:39:17,5 ',
    '10.0.0.1',
    ':8080',
    '9f31c0',
    'abcdef ',
    '1,234',
    '3.5ms ',
  ],
  ...[
    '550e8400-e29b-41d4-a716-446655440000',
    'abcdefab-abcd-abcd-aaaa-aaaaaaaaaaa1',
    ' ',
    '  ',
    '\t',
    '"',
    '/a/b?c=1 ',
    'user=',
    '-',
    '$&',
    'x'.repeat(300),
    'y1'.repeat(600),
    '7'.repeat(30),
  ],
  ...[
    '\r',
    '\r\r',
    '\u001b[31m',
    '\u001b]0;t\u0007',
    '\u001b',
    '\0',
    '\u0085',
    '\u2028',
    'é',
    '漢',
    '😀',
    '[PARTIAL] ',
    '[END PARTIAL]',
    'read_result {"handle":"r_k7m2q9xd"}',
    'spillway read r_k7m2q9xd',
  ],
);
const line = fc.array(token, { maxLength: 8 }).map((tokens) => tokens.join(''));
const broken = fc.uint8Array({ maxLength: 6 });
const content = fc
  .tuple(fc.array(line, { maxLength: 16 }), fc.array(fc.nat(15), { maxLength: 24 }), broken, fc.boolean())
  .map(([lines, repeats, bytes, endsWithFeed]) => {
    const all = [...lines, ...repeats.map((at) => lines[at] ?? 'again 1'), ''].join('\n');
    return Uint8Array.of(...new TextEncoder().encode(endsWithFeed ? all : `${all}tail`), ...bytes);
  });
const sizes = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 8 });

function describeIn(bytes: Uint8Array, widths: readonly number[]) {
  const describer = logShape.createDescriber();
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const width = widths[turn % widths.length] as number;
    const chunk = bytes.slice(at, at + width);
    describer.write(chunk);
    chunk.fill(0x21);
    at += width;
  }
  return describer.end();
}
const countOf = (row: string) => Number((/^ *([\d,]+) {2}/.exec(row)?.[1] ?? '0').replaceAll(',', ''));

describe('the log shape', () => {
  // Fails when FrameBuffer.add forgets that the last byte of a piece was a carriage return.
  it('describes the same whatever the chunking, and keeps no chunk', () => {
    fc.assert(
      fc.property(content, sizes, (bytes, widths) => {
        expect(describeIn(bytes, widths)).toEqual(describeIn(bytes, [bytes.length + 1]));
      }),
      { numRuns: 1000 },
    );
  });

  // Fails when joinTemplates takes the count of its first template alone.
  it('counts every line once, whatever is shown', () => {
    fc.assert(
      fc.property(content, fc.integer({ min: 300, max: 4096 }), (bytes, maxBytes) => {
        const description = describeIn(bytes, [bytes.length + 1]);
        expect(description.lineCount).toBe(countLines(bytes));
        const rows = logShape.preview(description, maxBytes).split('\n').map(countOf);
        const shown = rows.reduce((sum, count) => sum + count, 0);
        if (shown > 0) expect(shown).toBe(description.lineCount);
      }),
      { numRuns: 1000 },
    );
  });

  // Fails when PreviewWriter takes a newline for one byte, or when toShownText leaves U+2028 in a line.
  it('never writes more than it may, nor a line that could pass for another', () => {
    fc.assert(
      fc.property(
        content,
        fc.oneof(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 4096 })),
        (bytes, maxBytes) => {
          const preview = logShape.preview(describeIn(bytes, [64]), maxBytes);
          expect(jsonEscapedLength(preview)).toBeLessThanOrEqual(maxBytes);
          expect(preview).not.toMatch(/[\ud800-\udfff]/u);
          if (preview === '') return;
          for (const row of preview.split(/[\n\r\u0085\u2028\u2029]/)) {
            expect(row).toMatch(/^(?: *\d*\| | *[\d,]+ {2})/);
            expect(row).not.toMatch(/^[A-Za-z0-9_.:/-]+ [{]/);
          }
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('survives any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 3000 }), (bytes) => {
        const description = describeIn(bytes, [1000]);
        expect(description.lineCount).toBe(countLines(bytes));
        expect(logShape.preview(description, 2000).length).toBeLessThanOrEqual(2000);
        expect(logShape.suggest(description).length).toBeLessThanOrEqual(3);
        expect(logShape.detect(bytes, true)).toBeLessThanOrEqual(1);
        expect(structuredClone(description)).toEqual(description);
      }),
      { numRuns: 1000 },
    );
  });
});
