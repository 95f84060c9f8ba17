import { parsePage } from '@spillway/core';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sentBytes } from '../../../../test/support/sent-bytes.ts';
import { answerFilesGrep } from '../../src/grep-files/answer/answer-files.ts';
import { createSearchFolder } from '../grep-files/support/search-folder.ts';

/** Patterns that mean the same in RE2 and in JavaScript. */
const patterns: readonly { pattern: string; same: RegExp }[] = [
  { pattern: 'ab', same: /ab/gu },
  { pattern: 'a|é', same: /a|é/gu },
  { pattern: 'a+$', same: /a+$/gu },
  { pattern: '^.', same: /^./gsu },
  { pattern: 'a*', same: /a*/gu },
];

const line = fc.string({ unit: fc.constantFrom('a', 'b', 'é', ' ', '»', '"', '😀'), maxLength: 60 });
const longLine = fc.nat(3).map((count) => `${'b'.repeat(700)}ab`.repeat(count));
const text = fc
  .array(fc.tuple(fc.oneof({ weight: 9, arbitrary: line }, longLine), fc.constantFrom('\n', '\r\n')), { maxLength: 20 })
  .map((lines) => lines.map(([each, end]) => each + end).join(''));
const files = fc.array(fc.tuple(fc.constantFrom('utf8', 'utf16le', 'utf8'), text), { minLength: 2, maxLength: 8 });

function naiveMatches(content: string, same: RegExp): number {
  const lines = content.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines.reduce((sum, each) => sum + [...each.replace(/\r$/, '').matchAll(same)].length, 0);
}

const numRuns = 100;

// Fails when the next answer begins behind the file in which the last one ended, when counts are kept from the last
// answer, when a header's cost is left out, or when the order of names decides instead of that of paths.
it('bounded, tiling: answers show every match of every file once, in order, within any budget', async () => {
  let manyAnswers = 0;
  await fc.assert(
    fc.asyncProperty(
      files,
      fc.constantFrom(...patterns),
      fc.integer({ min: 1024, max: 1400 }),
      fc.constantFrom(undefined, null),
      async (contents, { pattern, same }, maxBytes, ripgrep) => {
        const folder = createSearchFolder();
        try {
          const expected: [string, number][] = [];
          for (const [at, [encoding, content]] of contents.entries()) {
            const bytes = encoding === 'utf16le' ? Buffer.from(`\ufeff${content}`, 'utf16le') : content;
            folder.write(`d${at % 3}/f${at}`, bytes);
            const count = naiveMatches(content, same);
            if (count > 0) expected.push([`logs/d${at % 3}/f${at}`, count]);
          }
          let left = expected.reduce((sum, [, count]) => sum + count, 0);
          let answers = 0;
          const shownFiles: string[] = [];
          for (let cursor: string | undefined; ; ) {
            const request = { pattern, ...(cursor !== undefined && { cursor }) };
            const {
              page,
              text: answer,
              fields,
            } = await answerFilesGrep(folder.context, request, {
              maxBytes,
              withFields: true,
              formatNext: (next) => `grep_files ${JSON.stringify({ pattern, cursor: next })}`,
              ...(ripgrep === null && { ripgrep }),
            });
            expect(sentBytes(answer, fields)).toBeLessThanOrEqual(maxBytes);
            expect(parsePage(answer)?.body).toBe(page.content);
            expect(page).toMatchObject({ isExact: true, matchCount: left });
            if (left > 0) expect(page.shownMatches).toBeGreaterThan(0);
            left -= page.shownMatches;
            shownFiles.push(...(page.content.match(/^logs\/d\d\/f\d/gm) ?? []));
            answers++;
            cursor = page.next;
            if (cursor === undefined) break;
          }
          expect(left).toBe(0);
          const names = expected.map(([name]) => name).sort();
          expect(shownFiles.filter((name, at) => name !== shownFiles[at - 1])).toEqual(names);
          if (answers > 1) manyAnswers++;
        } finally {
          folder.remove();
        }
      },
    ),
    { numRuns },
  );
  expect(manyAnswers).toBeGreaterThan(numRuns / 3);
});
