import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { runQuery } from '../../src/read/query/run-query.ts';
import { jsonLinesShape, jsonShape } from '../../src/shape/json.ts';
import { describeJson } from '../shape/support/describe-json.ts';

// For a machine that has other things to do.
vi.setConfig({ testTimeout: 180_000 });

const key = fc.constantFrom(
  ...[
    'id',
    'status',
    'a b',
    '',
    'é',
    'x"y\\z',
    "it's",
    '__proto__',
    'constructor',
    'length',
    'a-b',
    '1',
    '\u0001\u2028',
  ],
  ...['\ud800', '$', '@', '[0]', '*', 'a.b', 'k'.repeat(80), '·😀'],
);
const usual = fc.constantFrom<unknown>('ok', 0, null, true, '', 1.5, {}, { code: 1 }, [1, 2], ['a'], -0.25);
const rare = fc.oneof(
  fc.constantFrom<unknown>('failed', "it's", 'a"b\\', '\n\u0001', '\ud800', 7, -0.5, 1e300, 2 ** 64),
  fc.constantFrom<unknown>(null, true, false, { code: 2 }, { why: 'x' }, [3], [], 'x'.repeat(200), 'ok', 0),
  fc.string({ unit: 'binary', maxLength: 6 }),
);
const absent = Symbol('absent');
const member = fc.record({ key, usual, rare: fc.oneof({ arbitrary: rare, weight: 4 }, fc.constant(absent)) });

/** An object of which every `at`th of many has other values, or lacks them. */
const elements = fc
  .record({
    members: fc.uniqueArray(member, { minLength: 1, maxLength: 4, selector: (each) => each.key }),
    count: fc.integer({ min: 20, max: 70 }),
    at: fc.nat({ max: 60 }),
    inner: fc.option(key),
  })
  .map(({ members, count, at, inner }) =>
    Array.from({ length: count }, (_, index) => {
      const own = Object.fromEntries([
        ['n', index],
        ...members.flatMap((each) => {
          const value = index === at ? each.rare : each.usual;
          return value === absent ? [] : [[each.key, value] as const];
        }),
      ]);
      return inner === null ? own : { [inner]: own, ok: true };
    }),
  );
const scalars = fc
  .tuple(fc.integer({ min: 20, max: 60 }), usual, rare, fc.nat({ max: 40 }))
  .map(([count, each, other, at]) => Array.from({ length: count }, (_, index) => (index === at ? other : each)));
const place = fc.constantFrom('root', 'key', 'map', 'nested', 'lines');
const escapes = fc.boolean();

/** The same document with its letters written as escapes here and there. */
function withEscapes(text: string): string {
  return text.replace(/(?<!\\)[sb](?=[a-z])/g, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`);
}

const document = fc
  .record({ list: fc.oneof({ arbitrary: elements, weight: 5 }, scalars), where: place, key, escapes })
  .map(({ list, where, key: name, escapes: isEscaped }) => {
    const content = write(list, where, name);
    return { isLines: where === 'lines', content: isEscaped ? withEscapes(content) : content };
  });

function write(list: readonly unknown[], where: string, name: string): string {
  if (where === 'lines') return list.map((each) => JSON.stringify(each)).join('\n');
  if (where === 'key') return JSON.stringify({ total: list.length, [name]: list });
  if (where === 'map') return JSON.stringify({ [name]: Object.fromEntries(list.map((each, at) => [`k/${at}`, each])) });
  if (where === 'nested')
    return JSON.stringify({ [name]: [{ rows: list.slice(0, 5) }, { rows: list.slice(5) }] }, null, 1);
  return JSON.stringify(list);
}

const damage = fc.tuple(fc.nat(), fc.constantFrom(0, 0x22, 0x5c, 0x0a, 0xff, 0x2c));
const damages = fc.oneof({ arbitrary: fc.constant([]), weight: 3 }, fc.array(damage, { minLength: 1, maxLength: 3 }));
const damaged = fc.tuple(document, damages).map(([{ isLines, content }, changes]) => {
  const bytes = new TextEncoder().encode(content);
  for (const [at, byte] of changes) bytes[at % bytes.length] = byte;
  return { isLines, bytes };
});

describe('paths that a JSON preview suggests', () => {
  // Fails when a content that is no JSON is let pass.
  it('are obeyable: each finds something, in whole and in damaged documents', () => {
    let suggested = 0;
    const numRuns = 1_000;
    fc.assert(
      fc.property(damaged, ({ isLines, bytes }) => {
        const { description } = describeJson(bytes, { isLines });
        const suggestions = (isLines ? jsonLinesShape : jsonShape).suggest(description);
        expect(suggestions.length).toBeLessThanOrEqual(3);
        const paths = suggestions.flatMap((each) => (each.kind === 'query' ? [each.path] : []));
        if (paths.length > 0) suggested++;
        for (const path of paths) {
          const task = { bytes, encoding: 'utf-8', path, from: { match: 1, offset: 0 }, maxBytes: 65_536 } as const;
          const outcome = runQuery(task);
          expect(outcome.matchCount, path).toBeGreaterThan(0);
          expect(outcome.matches[0]?.json.length, path).toBeGreaterThan(0);
          expect(path).toMatch(/^[^\p{C}\p{Zl}\p{Zp}]{1,160}$/u);
        }
      }),
      { numRuns },
    );
    expect(suggested).toBeGreaterThan(numRuns / 3);
  });

  // Fails when what is not there is let pass for what is not null.
  it('find the elements that hold what is rare, and no other', () => {
    let suggested = 0;
    fc.assert(
      fc.property(elements, fc.nat({ max: 60 }), (list, at) => {
        const odd = at % list.length;
        const rows = list.map((each, index) => {
          if (index === odd) return { ...each, state: { why: 'odd' } };
          return index % 2 === 0 ? each : { ...each, state: null };
        });
        const bytes = new TextEncoder().encode(JSON.stringify({ rows }));
        const suggestions = jsonShape.suggest(describeJson(bytes).description);
        for (const each of suggestions) {
          if (each.kind !== 'query') continue;
          suggested++;
          const task = { bytes, encoding: 'utf-8', path: each.path, from: { match: 1, offset: 0 } } as const;
          const { matchCount, matches } = runQuery({ ...task, maxBytes: 65_536 });
          expect(matchCount, each.path).toBeLessThanOrEqual(4);
          expect(new TextDecoder().decode(matches[0]?.json)).toMatch(/^\{/);
        }
      }),
      { numRuns: 1_000 },
    );
    expect(suggested).toBeGreaterThan(500);
  });
});
