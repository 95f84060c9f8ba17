import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { EngineStopped } from '../../../src/grep-files/engine/engine.ts';
import { createSearchFolder, engines, type SearchFolder } from '../support/search-folder.ts';

let folder: SearchFolder;
beforeAll(() => {
  folder = createSearchFolder();
});
afterAll(() => folder.remove());

const char = fc.constantFrom(...'aabbAB01 _-.,:/[]{}()^$*+?|\\&~#<>é\u00a0ſK漢😀»\t\u000b');
const line = fc.string({ unit: char, maxLength: 12 });
const content = fc
  .array(fc.tuple(line, fc.constantFrom('\n', '\n', '\r\n')), { minLength: 1, maxLength: 30 })
  .map((lines) => lines.map(([text, end]) => text + end).join(''));

const classItem = fc.constantFrom(
  'a',
  'b-d',
  '0-9',
  '\\d',
  '\\w',
  '\\s',
  '\\D',
  '\\W',
  '[',
  '&&',
  '~~',
  '--',
  '\\]',
  '\\-',
  '[:alpha:]',
  '[:^digit:]',
  'é',
  '^',
  '.',
  '$',
  '|',
  '\\p{Greek}',
  '\\x41',
  '\\pL',
);
const set = fc
  .tuple(fc.constantFrom('', '^'), fc.array(classItem, { minLength: 1, maxLength: 3 }))
  .map(([not, items]) => `[${not}${items.join('')}]`);
const atom = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom('a', 'b', 'ab', 'é', '漢', '😀', '1', ' ', '-', ',', '<', '>', '#', '&', '~', '/', ':'),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom('.', '\\d', '\\w', '\\s', '\\D', '\\W', '\\S', '\\b', '\\B', '^', '$', '\\A', '\\z'),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '\\.',
      '\\[',
      '\\<',
      '\\>',
      '\\-',
      '\\Q.*\\E',
      '\\Qa',
      '\\x{e9}',
      '\\x41',
      '\\101',
      '\\t',
      '\\v',
      '\\pL',
      '\\p{^L}',
      '\\P{Lu}',
      '{',
      '}',
      ']',
      'a{',
      '{a}',
      'a{,2}',
      '(?i)',
      '(?m)',
      '(?s)',
      '(?i:a)',
      '(?-i)',
      '(?U)',
    ),
  },
  { weight: 2, arbitrary: set },
);
const repeated = fc
  .tuple(atom, fc.constantFrom('', '', '', '*', '+', '?', '+?', '{2}', '{1,2}', '{1,}'))
  .map(([text, repeat]) => text + repeat);
const sequence = fc.array(repeated, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(''));
const pattern = fc
  .array(
    fc.oneof(
      sequence,
      sequence.map((text) => `(${text})`),
      sequence.map((text) => `(?:${text})b`),
    ),
    { minLength: 1, maxLength: 2 },
  )
  .map((parts) => parts.join('|'));

// Fails when \d is left as it is, when $ is asked for without --crlf, or when a bracket in a class is not escaped.
it('finds the same with either engine, whatever the pattern', async () => {
  let withMatches = 0;
  await fc.assert(
    fc.asyncProperty(pattern, fc.boolean(), content, async (text, ignoreCase, bytes) => {
      const request = { pattern: text, ignoreCase };
      folder.write('a.txt', bytes);
      const file = folder.look('a.txt');
      expect(file.isPlain).toBe(true);
      const call = { maxKept: 1000, countsFiles: false, maxMs: 20_000 };
      const core = await engines.core(request, folder.context);
      let ripgrep: Awaited<ReturnType<typeof engines.ripgrep>>;
      try {
        ripgrep = await engines.ripgrep(request, folder.context);
      } catch (error) {
        expect(error).toMatchObject({ code: 'pattern-invalid' });
        await expect(core?.search([file], call)).rejects.toMatchObject({ code: 'pattern-invalid' });
        return;
      }
      const expected = await core?.search([file], call);
      // A pattern that matches nothing, or one that only RE2 takes.
      if (ripgrep === undefined) return;
      const found = await ripgrep.search([file], call).catch((error: unknown) => {
        // A pattern that only ripgrep refuses: core's engine is asked in its place.
        if (error instanceof EngineStopped && /regex parse error/.test(error.message)) return undefined;
        throw error;
      });
      if (found === undefined) return;
      const places = (outcome: typeof expected) =>
        outcome?.found.map(({ matches, matchCount, matchingLines }) => ({
          matchCount,
          matchingLines,
          matches: matches.map(({ text: _, ...rest }: { text?: string }) => rest),
        }));
      expect(places(found)).toEqual(places(expected));
      if (found.matchCount > 0) withMatches++;
    }),
    { numRuns: 200 },
  );
  expect(withMatches).toBeGreaterThan(15);
});
