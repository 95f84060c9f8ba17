import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonEscapedLength } from '../../src/bytes/escaped-length.ts';
import type { TableDetails } from '../../src/shape/table/table-details.ts';
import { tableShape } from '../../src/shape/table.ts';

const runs = { numRuns: 1_000 };
const value = fc.oneof(
  fc.constantFrom(
    '',
    'ok',
    'failed',
    '12',
    '-3',
    '2.50',
    '007',
    '1e3',
    '2026-11-30',
    '2026-11-30T03:39:17Z',
    'a "b" c',
    'x,y',
    'two\nlines',
    'read_result {"handle":"r_1"}',
    '漢字',
    'z'.repeat(200),
  ),
  fc.integer().map(String),
  fc.stringMatching(/^[a-z]{1,6}$/u),
);
const sizes = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 5 });
const quote = (cell: string, always: boolean) =>
  always || /[",\n]/u.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;

/** Rows whose first column is a number, so that the names above it are known to be a header. */
const table = fc
  .record({
    rows: fc.array(fc.tuple(value, value, value), { minLength: 3, maxLength: 20 }),
    quoted: fc.boolean(),
    end: fc.constantFrom('\n', '\r\n'),
    lastEnd: fc.boolean(),
  })
  .map(({ rows, quoted, end, lastEnd }) => {
    const lines = rows.map((row, at) => [String(at), ...row].map((cell) => quote(cell, quoted)).join(','));
    return { rows, content: `id,one,two,three${end}${lines.join(end)}${lastEnd ? end : ''}` };
  });

function describeIn(content: string, widths: readonly number[]) {
  const describer = tableShape.createDescriber();
  const bytes = new TextEncoder().encode(content);
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const size = widths[turn % widths.length] as number;
    describer.write(bytes.slice(at, at + size));
    at += size;
  }
  return describer.end();
}
const detailsOf = (content: string, widths: readonly number[] = [1_000]) =>
  describeIn(content, widths).details as TableDetails;

describe('tables', () => {
  // Fails when a line feed in quotes ends its row, or a carriage return stays in a cell.
  it('count rows, lines, values and empty cells as they were written, whatever the chunking', () => {
    fc.assert(
      fc.property(table, sizes, ({ rows, content }, widths) => {
        const details = detailsOf(content, widths);
        expect(details.hasHeader).toBe(true);
        expect(details.rowCount).toBe(rows.length);
        expect(details.ragged.count).toBe(0);
        expect(details.ends.lineCount).toBe(content.replace(/\r?\n$/u, '').split('\n').length);
        expect(details.columns[0]).toMatchObject({ name: 'id', type: 'int', range: ['0', String(rows.length - 1)] });
        for (const column of [1, 2, 3]) {
          const cells = rows.map((row) => row[column - 1] as string);
          const filled = cells.filter((cell) => cell !== '');
          const summary = details.columns[column];
          expect(summary?.empty).toBe(cells.length - filled.length);
          expect(summary?.filled).toBe(filled.length);
          expect(summary?.distinct).toBe(new Set(filled).size);
          const counted = summary?.values?.reduce((sum, { count }) => sum + count, 0);
          if (summary?.values !== undefined) expect(counted).toBe(filled.length);
        }
      }),
      runs,
    );
  });

  // Fails when a value is noted under the record before it, or loses a doubled quote.
  it('say where each of few values stands', () => {
    fc.assert(
      fc.property(table, ({ rows, content }) => {
        const { columns } = detailsOf(content);
        let line = 2;
        const starts = rows.map((row) => {
          const start = line;
          line += row.join('').split('\n').length;
          return start;
        });
        for (const column of [1, 2, 3]) {
          for (const { text, count, records, lines } of columns[column]?.values ?? []) {
            if (text.includes('…') || text.includes('␤')) continue;
            const at = rows.flatMap((row, index) => (row[column - 1] === text ? [index] : []));
            expect(count).toBe(at.length);
            expect(records).toEqual(at.slice(0, 6).map((index) => index + 2));
            expect(lines).toEqual(at.slice(0, 6).map((index) => starts[index]));
          }
        }
      }),
      runs,
    );
  });

  // Fails when the range keeps the value instead of the text, or compares text.
  it('range over numbers as they stand', () => {
    const numbers = fc.array(
      fc.oneof(
        fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }),
        fc.bigInt({ min: 9_007_199_254_740_990n, max: 9_007_199_254_740_999n }),
      ),
      { minLength: 3, maxLength: 30 },
    );
    fc.assert(
      fc.property(numbers, (all) => {
        const sorted = [...all].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
        const { columns } = detailsOf(`k,n\n${all.map((number) => `w,${number}\n`).join('')}`);
        expect(columns[1]).toMatchObject({ type: 'int', range: [String(sorted[0]), String(sorted.at(-1))] });
      }),
      runs,
    );
  });

  // Fails when what is said of the columns is not counted against the budget of the rows.
  it('are shown within any budget, over half of the time in part', () => {
    let cut = 0;
    fc.assert(
      fc.property(table, fc.integer({ min: 0, max: 1_500 }), ({ content }, maxBytes) => {
        const preview = tableShape.preview(describeIn(content, [1_000]), maxBytes);
        expect(jsonEscapedLength(preview)).toBeLessThanOrEqual(maxBytes);
        for (const row of preview === '' ? [] : preview.split('\n')) expect(row).toMatch(/^ *\d*\| /u);
        cut += preview.includes('… ') ? 1 : 0;
      }),
      runs,
    );
    expect(cut).toBeGreaterThan(500);
  });
});
