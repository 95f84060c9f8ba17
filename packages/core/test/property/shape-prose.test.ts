import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonEscapedLength } from '../../src/bytes/escaped-length.ts';
import { createHeadTail } from '../../src/shape/parts/head-tail.ts';
import { proseShape } from '../../src/shape/prose.ts';

const runs = { numRuns: 1_000 };
const sizes = fc.array(fc.integer({ min: 1, max: 40_000 }), { minLength: 1, maxLength: 4 });
function* split(bytes: Uint8Array, widths: readonly number[]) {
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const size = widths[turn % widths.length] as number;
    yield bytes.slice(at, at + size);
    at += size;
  }
}
const describeIn = (bytes: Uint8Array, widths: readonly number[]) => {
  const describer = proseShape.createDescriber();
  for (const chunk of split(bytes, widths)) describer.write(chunk);
  return describer.end();
};

/** Lines of which some are longer than what is kept at either end, and some longer than what is held back. */
const longLines = fc
  .array(
    fc.tuple(
      fc.constantFrom('x', 'error: ', 'FAIL ', '# T', '\r', 'word ', '漢'),
      fc.oneof(
        { weight: 6, arbitrary: fc.integer({ min: 0, max: 30 }) },
        { weight: 1, arbitrary: fc.integer({ min: 0, max: 90_000 }) },
      ),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.map(([unit, byteLength]) => unit.repeat(Math.ceil(byteLength / Buffer.byteLength(unit)))));

const line = fc.oneof(
  fc.constantFrom(
    '',
    'Traceback (most recent call last):',
    'a.c:1:2: error: no',
    'npm ERR! code 1',
    'error[E0308]: x',
    'make: *** [all] Error 1',
    '--- FAIL: TestX',
    'panic: x',
    '0 failed',
    '✗ broken',
    'exit code 0',
  ),
  fc.stringMatching(/^[ -~]{0,40}$/u),
);
const text = fc.tuple(fc.array(line, { maxLength: 30 }), fc.integer({ min: 1, max: 20 }), fc.boolean()).map(
  ([lines, times, feed]) =>
    `${Array.from({ length: times }, () => lines)
      .flat()
      .join('\n')}${feed ? '\n' : ''}`,
);
const linesOf = (content: string) => (content.endsWith('\n') ? content.slice(0, -1) : content).split('\n');

describe('prose', () => {
  // Fails when the gauge forgets the open line at a seam, or the tail window moves by a byte too many.
  it('keeps lines of both ends with their true numbers, whatever the chunking', () => {
    fc.assert(
      fc.property(longLines, fc.boolean(), sizes, (lines, feed, widths) => {
        const content = lines.join('\n') + (feed ? '\n' : '');
        const bytes = new TextEncoder().encode(content);
        const keeper = createHeadTail();
        for (const chunk of split(bytes, widths)) keeper.write(chunk);
        const ends = keeper.end();
        const all = content === '' ? [] : linesOf(content);
        const lengths = all.map((row) => Buffer.byteLength(row));
        expect(ends.lineCount).toBe(all.length);
        expect(ends.longestLineBytes).toBe(Math.max(0, ...lengths));
        expect(ends.longestLine).toBe(all.length === 0 ? 0 : lengths.indexOf(Math.max(...lengths)) + 1);
        for (const kept of [...ends.head, ...ends.tail]) {
          const shown = (all[kept.line - 1] as string).replace(/\r+$/u, '').split('\r').at(-1) as string;
          if (kept.byteLength === undefined) expect(kept.text).toBe(shown);
          else expect(kept.byteLength).toBe(lengths[kept.line - 1]);
          if (kept.byteLength !== undefined)
            expect(kept.isEnd ? shown.endsWith(kept.text) : shown.startsWith(kept.text)).toBe(true);
        }
        if (bytes.length <= 32_768) expect(ends.head.length).toBe(all.length);
      }),
      { numRuns: 300 },
    );
  });

  // Fails when a block that starts within a line counts its errors again, or leaves a word across the cut unseen.
  it('is the same for every chunking of long lines', () => {
    fc.assert(
      fc.property(longLines, sizes, (lines, widths) => {
        const bytes = new TextEncoder().encode(lines.join('\n'));
        expect(describeIn(bytes, widths)).toEqual(describeIn(bytes, [bytes.length + 1]));
      }),
      { numRuns: 300 },
    );
  });

  // Fails when a gap is counted from the line shown before it, or a line is shown under the number of the next.
  it('shows lines under their numbers, and shown and left out add up', () => {
    let cut = 0;
    fc.assert(
      fc.property(text, fc.integer({ min: 40, max: 1_000 }), fc.boolean(), (content, maxBytes, isError) => {
        const description = describeIn(new TextEncoder().encode(content), [1_000]);
        const preview = proseShape.preview(description, maxBytes, isError);
        expect(jsonEscapedLength(preview)).toBeLessThanOrEqual(maxBytes);
        if (description.mediaType === 'text/markdown' || preview === '') return;
        const all = content === '' ? [] : linesOf(content);
        let shown = 0;
        for (const row of preview.split('\n').slice(preview.startsWith('|') ? 1 : 0)) {
          const [, number, body = ''] = /^ *(\d*)\| (.*)$/u.exec(row) ?? [];
          if (number === undefined) throw new Error(`no gutter: ${row}`);
          const gap = /^… ([\d,]+) lines? not shown …$/u.exec(body)?.[1];
          if (number === '' && gap !== undefined) shown += Number(gap.replaceAll(',', ''));
          else {
            expect(Number(number)).toBe(++shown);
            if (!body.includes('…')) expect(body).toBe(all[shown - 1]);
          }
        }
        expect(shown).toBe(all.length);
        cut += preview.includes('not shown') ? 1 : 0;
      }),
      runs,
    );
    expect(cut).toBeGreaterThan(1_000 / 3);
  });

  // Fails when a line with two error words counts twice, or a pattern is not escaped.
  it('counts lines with error words as the pattern that it suggests finds them', () => {
    let found = 0;
    fc.assert(
      fc.property(text, (content) => {
        const description = describeIn(new TextEncoder().encode(content), [77]);
        const stated = /, ([\d,]+) with error words/u.exec(description.headline)?.[1];
        if (stated === undefined) return;
        const count = Number(stated.replaceAll(',', ''));
        const grep = proseShape.suggest(description).find((suggestion) => suggestion.kind === 'grep');
        if (grep === undefined) return;
        const matches = linesOf(content).filter((row) => new RegExp(grep.pattern, 'u').test(row)).length;
        if (count <= 50) expect(matches).toBe(count);
        else expect(matches).toBeLessThanOrEqual(50);
        found++;
      }),
      runs,
    );
    expect(found).toBeGreaterThan(100);
  });
});
