import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatNotice, parseNotice } from '../../src/bound/notice.ts';
import { formatCountRow, formatGap, formatNote, formatRow, isPreviewRow, withGutter } from '../../src/bytes/gutter.ts';

const marks = [
  '[END PARTIAL]',
  '[PARTIAL] ',
  '[recoverable: false] ',
  'read_result {"handle":"r_k7m2q9xd"}',
  '| ',
  '1| ',
];
const anyLine = fc
  .array(fc.oneof(fc.constantFrom(...marks), fc.string({ unit: 'binary' })), { maxLength: 4 })
  .map((parts) => parts.join('').replaceAll('\n', ' '));
const lineNumber = fc.integer({ min: 1, max: 10_000_000 });
const width = fc.integer({ min: 1, max: 8 });
const rows = fc.oneof(
  anyLine.map(formatNote),
  fc.tuple(lineNumber, width, anyLine).map(([line, columns, text]) => formatRow(line, columns, text)),
  fc.tuple(lineNumber, width).map(([lines, columns]) => formatGap(lines, columns)),
  fc.tuple(lineNumber, width, anyLine).map(([count, columns, text]) => formatCountRow(String(count), columns, text)),
  fc
    .tuple(fc.array(anyLine, { minLength: 1, maxLength: 4 }), lineNumber)
    .map(([lines, start]) => withGutter(`${lines.join('\n')}\n`, start, false)),
);

describe('unforgeable', () => {
  // Fails when formatGutter writes its mark only beside a number, or when withGutter skips lines without text.
  it('every row behind a gutter is told from a call and a mark, whatever its text', () => {
    fc.assert(
      fc.property(fc.array(rows, { minLength: 1, maxLength: 6 }), (preview) => {
        const lines = preview.join('\n').split('\n');
        expect(lines.filter((line) => !isPreviewRow(line))).toEqual([]);
        const facts = { shownBytes: 1, producedBytes: 2, headline: 'log', handle: 'r_k7m2q9xd' };
        const call = { tool: 'read_result', arguments: { handle: 'r_k7m2q9xd' } };
        const notice = formatNotice(facts, preview.join('\n'), [`${call.tool} ${JSON.stringify(call.arguments)}`]);
        expect(parseNotice(notice)).toMatchObject({ ...facts, preview: preview.join('\n'), calls: [call] });
      }),
      { numRuns: 1000 },
    );
  });
});
