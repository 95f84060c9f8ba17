import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { sentBytes } from '../../../../test/support/sent-bytes.ts';
import type { Answer } from '../../src/read/fit-answer.ts';
import { parseFrame } from '../../src/read/frame.ts';
import { answerQuery } from '../../src/read/query/query-answer.ts';
import type { QueryPage } from '../../src/read/query/query-page.ts';
import { type QueryOutcome, runQuery } from '../../src/read/query/run-query.ts';
import { memoryTarget, utf16 } from '../read/support/targets.ts';

const runs = { numRuns: 1000 };
// For a machine that has other things to do.
vi.setConfig({ testTimeout: 180_000 });

const encodings = ['utf-8', 'utf-16le', 'utf-16be'] as const;

interface AnyJson {
  readonly text: string;
  readonly encoding: (typeof encodings)[number];
  readonly hasMark: boolean;
}

const longText = fc.string({ unit: 'grapheme', minLength: 100, maxLength: 500, size: 'max' });
const longList = fc.array(fc.oneof(fc.jsonValue({ maxDepth: 1 }), longText), {
  maxLength: 8,
  size: 'max',
});
const anyValue = fc.oneof(
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
  { weight: 1, arbitrary: longText },
  { weight: 2, arbitrary: longList },
  { weight: 2, arbitrary: fc.dictionary(fc.string({ unit: 'binary' }), longList, { maxKeys: 3 }) },
);
const jsonOf = (value: fc.Arbitrary<unknown>): fc.Arbitrary<AnyJson> =>
  fc.record({
    text: fc
      .tuple(value, fc.constantFrom(undefined, 1, '\t'))
      .map(([given, indent]) => JSON.stringify(given, null, indent)),
    encoding: fc.constantFrom(...encodings),
    hasMark: fc.boolean(),
  });
const anyJson = jsonOf(anyValue);
/** As a rule more than one small page. */
const largeJson = jsonOf(
  fc.oneof(
    { weight: 1, arbitrary: anyValue },
    { weight: 2, arbitrary: fc.array(longText, { minLength: 4, maxLength: 8 }) },
  ),
);

function toBytes({ text, encoding, hasMark }: AnyJson): Uint8Array {
  if (encoding === 'utf-8') return new TextEncoder().encode(hasMark ? `\ufeff${text}` : text);
  return utf16(text, encoding === 'utf-16le' ? 'le' : 'be', hasMark);
}

function run(json: AnyJson, path: string): QueryOutcome {
  return runQuery({
    bytes: toBytes(json),
    encoding: json.encoding,
    path,
    from: { match: 1, offset: 0 },
    maxBytes: 1_000_000,
  });
}

/** Every value below the root, breadth within depth as the parsed document has it; the order is compared by nobody. */
function valuesBelow(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap((child) => [child, ...valuesBelow(child)]);
}

/** DEL is shown by its picture. */
const withPictures = (json: string): string => json.replaceAll('\u007f', '\u2421');

const sorted = (values: readonly unknown[]): string[] => values.map((value) => JSON.stringify(value)).sort();

describe('a query of any JSON', () => {
  // Fails when an offset is one byte off, when a key is compared as it is spelled, when the mark is not counted.
  it('finds every value, as the bytes at its place', () => {
    fc.assert(
      fc.property(anyJson, (json) => {
        const bytes = toBytes(json);
        const { matches, matchCount } = run(json, '$..*');
        const below = valuesBelow(JSON.parse(json.text));
        expect(matchCount).toBe(below.length);
        expect(sorted(matches.map((match) => JSON.parse(new TextDecoder().decode(match.json))))).toEqual(sorted(below));
        for (const { offset, endOffset, json: found } of matches) {
          const place = new TextDecoder(json.encoding, { ignoreBOM: true }).decode(bytes.subarray(offset, endOffset));
          expect(new TextDecoder().decode(found)).toBe(place);
        }
      }),
      runs,
    );
  });

  // Fails when a quote or a backslash in a key is not escaped, or a name that is not plain is written after a point.
  it('gives each a path that finds it alone', () => {
    let found = 0;
    fc.assert(
      fc.property(anyJson, fc.nat(), (json, seed) => {
        const { matches } = run(json, '$..*');
        const match = matches[seed % Math.max(1, matches.length)];
        if (match === undefined || match.path.endsWith('…')) return;
        found++;
        expect(run(json, match.path).matches).toEqual([match]);
      }),
      runs,
    );
    expect(found).toBeGreaterThan(333);
  });
});

describe('answers to a query of any JSON', () => {
  const walk = async (json: AnyJson, path: string, maxBytes: number): Promise<Answer<QueryPage>[]> => {
    const target = memoryTarget(toBytes(json), { encoding: json.encoding });
    const answers: Answer<QueryPage>[] = [];
    for (let cursor: string | undefined; ; ) {
      const request = { path, ...(cursor !== undefined && { cursor }) };
      const formatNext = (next: string): string =>
        `read_result ${JSON.stringify({ handle: 'r_1', path, cursor: next })}`;
      const answer = await answerQuery(target, request, { maxBytes, title: 'r_1', withFields: true, formatNext });
      answers.push(answer);
      cursor = answer.page.next;
      if (cursor === undefined) return answers;
      expect(answers.length).toBeLessThan(300);
    }
  };

  // Fails when the cost of a label or of a line feed is left out, when a cut falls into white space that is left out and
  // that is read again, when a cut counts UTF-16 units as bytes.
  it('fit the budget and, joined, hold every match whole', async () => {
    let overBudget = 0;
    await fc.assert(
      fc.asyncProperty(
        largeJson,
        fc.constantFrom('$', '$.*', '$[::2]', '$..*', '$[?@ != 1]'),
        fc.integer({ min: 1024, max: 1536 }),
        async (json, path, maxBytes) => {
          const answers = await walk(json, path, maxBytes);
          if (answers.length > 1) overBudget++;
          const whole = run(json, path);
          const joined = new Map<number, string>();
          for (const { page, text, fields } of answers) {
            expect(sentBytes(text, fields)).toBeLessThanOrEqual(maxBytes);
            expect(parseFrame(text)?.body).toBe(page.content);
            expect(page.matchCount).toBe(whole.matchCount);
            for (const [at, match] of page.matches.entries()) {
              const nth = (page.firstMatch ?? 1) + at;
              joined.set(nth, (joined.get(nth) ?? '') + match.json);
            }
          }
          const expected = whole.matches.map(({ json: found }) =>
            JSON.parse(withPictures(new TextDecoder().decode(found))),
          );
          expect([...joined.keys()]).toEqual(expected.map((_, at) => at + 1));
          expect([...joined.values()].map((found) => JSON.parse(found))).toEqual(expected);
        },
      ),
      { numRuns: 200 },
    );
    expect(overBudget).toBeGreaterThan(66);
  });
});
