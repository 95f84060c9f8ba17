import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { valueKinds } from '../../src/shape/json/paths/path-node.ts';
import { compareNumbers } from '../../src/shape/json/values/number-literal.ts';
import { jsonLinesShape, jsonShape } from '../../src/shape/json.ts';
import { describeJson } from '../shape/support/describe-json.ts';

const key = fc.constantFrom('id', 'status', 'a b', '', 'é', 'x"y\\z', '__proto__', 'rows');
const scalar = fc.oneof(
  fc.constantFrom('ok', 'failed', '', 'é😀\n"\\', '2026-11-30', 'x'.repeat(300), null, true, false),
  fc.integer({ min: -3, max: 3 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.string({ unit: 'binary', maxLength: 8 }),
);
const value: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    scalar,
    fc.array(tie('value'), { maxLength: 6 }),
    fc.dictionary(key, tie('value'), { maxKeys: 6 }),
  ),
})).value;
const members = (count: number, of: readonly unknown[]) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, of[at % of.length]]));
const few = fc.array(fc.oneof(scalar, fc.dictionary(key, scalar, { maxKeys: 3 })), { minLength: 1, maxLength: 4 });
/** Objects whose keys are data, fields, or both; some within others. */
const manyKeys = fc.oneof(
  { arbitrary: fc.tuple(fc.integer({ min: 20, max: 30 }), few).map(([count, of]) => members(count, of)), weight: 16 },
  { arbitrary: fc.tuple(fc.integer({ min: 390, max: 410 }), few).map(([count, of]) => members(count, of)), weight: 1 },
  {
    arbitrary: fc
      .tuple(fc.integer({ min: 23, max: 26 }), fc.integer({ min: 22, max: 25 }), few)
      .map(([count, inner, of]) => members(count, [members(inner, of), members(inner + 2, of)])),
    weight: 1,
  },
);
const document = fc.oneof({ arbitrary: value, weight: 6 }, { arbitrary: fc.tuple(manyKeys, value), weight: 1 });
const indent = fc.constantFrom(undefined, 1, 2, '\t');
const text = fc.tuple(document, indent).map(([content, space]) => JSON.stringify(content, null, space));
const widths = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 });
const byte = fc.constantFrom(
  ...[...'{}[],:"\\0-e.tnNIu \n\r\t'].map((char) => char.charCodeAt(0)),
  0,
  0xc3,
  0xef,
  0xff,
);
const encode = (content: string) => new TextEncoder().encode(content);

/** What may go wrong between, before and behind the tokens. */
const token = fc.constantFrom(
  ...[
    '[',
    ']',
    '{',
    '}',
    ',',
    ',',
    ':',
    '"a"',
    '"a":',
    '1',
    '01',
    '-',
    '1.',
    '1.5e',
    'true',
    'nul',
    ' ',
    '\n',
    '"\\u12"',
    '"\\n"',
  ],
  ...['[1,2]', '{"a":1}', '"\t"', '-0', '2e5', '+1', '.5', 'NaN', '"', '\\'],
);
const soup = fc.array(token, { maxLength: 6 }).map((tokens) => tokens.join(''));
const nearJson = fc.oneof(
  soup,
  soup.map((inner) => `[${inner}]`),
  soup.map((inner) => `{"a":[1${inner}]}`),
);

/** JSON with up to three bytes replaced, left out or put in, often cut off. */
const mutated = fc
  .tuple(
    text,
    fc.array(fc.tuple(fc.nat(), byte, fc.constantFrom(0, 1, 2)), { maxLength: 3 }),
    fc.constantFrom(1, 1, 0.9, 0.5),
  )
  .map(([content, changes, share]) => {
    const bytes = [...encode(content)];
    for (const [at, change, kept] of changes) {
      const place = at % (bytes.length + 1);
      bytes.splice(place, kept === 0 ? 0 : 1, ...(kept === 1 ? [] : [change]));
    }
    return Uint8Array.from(bytes.slice(0, Math.ceil(bytes.length * share)));
  });
const line = fc.oneof(
  { arbitrary: value.map((content) => JSON.stringify(content)), weight: 8 },
  {
    arbitrary: fc.constantFrom(
      '',
      ' \r',
      'noise',
      '{"a":',
      '[1,2',
      '"ab',
      '{"a":1} x',
      'nul',
      '-',
      '1 2',
      '"\\',
      '"a\tb"',
    ),
    weight: 2,
  },
);
const lines = fc
  .tuple(fc.array(line, { maxLength: 8 }), fc.constantFrom('\n', '\r\n'), fc.boolean())
  .map(([all, end, last]) => all.join(end) + (last ? end : ''));
const anyBytes = fc.oneof(
  mutated,
  nearJson.map(encode),
  lines.map(encode),
  fc.uint8Array({ maxLength: 200 }),
  fc.array(byte, { maxLength: 60 }).map((bytes) => Uint8Array.from(bytes)),
);

const isJson = (content: string) => {
  try {
    JSON.parse(content);
    return true;
  } catch {
    return false;
  }
};

describe('the JSON shapes', () => {
  // Fails when the tokenizer forgets the half of an escape, or a frame its key, that the last chunk held.
  it('describe the same whatever the chunking', () => {
    fc.assert(
      fc.property(anyBytes, widths, fc.boolean(), (bytes, parts, isLines) => {
        const whole = describeJson(bytes, { isLines });
        expect(describeJson(bytes, { isLines, widths: parts }).description).toEqual(whole.description);
      }),
      { numRuns: 1_000 },
    );
  });

  // Fails when `[1,]` is let pass, or a number may start with 0.
  it('take for valid what JSON.parse takes', () => {
    fc.assert(
      fc.property(fc.oneof(mutated, nearJson.map(encode)), (bytes) => {
        const content = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
        const { details } = describeJson(content);
        const isValid =
          details.hardFault === undefined && details.smallFault === undefined && details.paths[0]?.count === 1;
        expect(isValid).toBe(isJson(content));
      }),
      { numRuns: 1_000 },
    );
  });

  // Fails when a line that breaks off in a word is taken for blank.
  it('tell faulty and blank lines as JSON.parse does line by line', () => {
    fc.assert(
      fc.property(lines, widths, (content, parts) => {
        const { details, description } = describeJson(content, { isLines: true, widths: parts });
        const all = content.split('\n').slice(0, content.endsWith('\n') || content === '' ? -1 : undefined);
        const filled = all.filter((each) => !/^[ \t\r]*$/.test(each));
        expect(description.lineCount).toBe(all.length);
        expect(details.blankLines).toBe(all.length - filled.length);
        expect(details.faultyLines).toBe(filled.filter((each) => !isJson(each)).length);
      }),
      { numRuns: 1_000 },
    );
  });

  // Fails when the gutter or the newlines are left out of the measure.
  it('write previews within any budget, of lines behind a gutter, that providers accept', () => {
    fc.assert(
      fc.property(anyBytes, fc.nat({ max: 400 }), fc.boolean(), (bytes, maxBytes, isLines) => {
        const { preview, description } = describeJson(bytes, { isLines, maxBytes });
        expect(Buffer.byteLength(JSON.stringify(preview)) - 2).toBeLessThanOrEqual(maxBytes);
        expect(preview.isWellFormed()).toBe(true);
        expect(preview).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f\u0085\u2028\u2029]/);
        if (preview !== '') for (const row of preview.split('\n')) expect(row).toMatch(/^\| /);
        const shape = isLines ? jsonLinesShape : jsonShape;
        const suggestions = shape.suggest(description);
        expect(suggestions.length).toBeLessThanOrEqual(3);
        for (const each of suggestions)
          if (each.kind === 'grep') expect(() => new RegExp(each.pattern, 'u')).not.toThrow();
        expect(shape.detect(bytes, maxBytes % 2 === 0)).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 1_000 },
    );
  });
});

/** What a path of a parsed value holds, found the slow way. */
interface Naive {
  readonly kinds: Record<string, number>;
  readonly scalars: Map<string, number>;
  readonly numbers: number[];
}

function walk(content: unknown, path: string, found: Map<string, Naive>): Map<string, Naive> {
  const naive: Naive = found.get(path) ?? { kinds: {}, scalars: new Map(), numbers: [] };
  found.set(path, naive);
  const kind =
    content === null
      ? 'null'
      : Array.isArray(content)
        ? 'array'
        : content === true || content === false
          ? String(content)
          : typeof content;
  naive.kinds[kind] = (naive.kinds[kind] ?? 0) + 1;
  if (typeof content === 'number') naive.numbers.push(content);
  if (content === null || typeof content !== 'object') {
    const literal = JSON.stringify(content);
    naive.scalars.set(literal, (naive.scalars.get(literal) ?? 0) + 1);
  } else if (Array.isArray(content)) for (const item of content) walk(item, `${path}/#`, found);
  else for (const [name, member] of Object.entries(content)) walk(member, `${path}/.${name}`, found);
  return found;
}

describe('the counts of a JSON description', () => {
  // Fails when `true` and `false` swap their kinds, or the minimum follows strings.
  it('are those of the parsed value', () => {
    fc.assert(
      fc.property(fc.array(value, { maxLength: 12 }), indent, widths, (content, space, parts) => {
        const { details } = describeJson(JSON.stringify(content, null, space), { widths: parts });
        const expected = walk(JSON.parse(JSON.stringify(content)), '', new Map());
        const steps: string[] = [];
        details.paths.forEach((facts, index) => {
          const step = facts.kind === 'root' ? '' : facts.kind === 'items' ? '/#' : `/.${facts.name}`;
          steps[index] = `${steps[facts.parent] ?? ''}${step}`;
          const naive = expected.get(steps[index]);
          const kinds = Object.fromEntries(
            valueKinds.map((kind, at) => [kind, facts.kinds[at]]).filter(([, count]) => count !== 0),
          );
          expect(kinds).toEqual(naive?.kinds);
          if (facts.numbers !== undefined) {
            expect(Number(facts.numbers.low.text)).toBe(Math.min(...(naive?.numbers ?? [])));
            expect(Number(facts.numbers.high.text)).toBe(Math.max(...(naive?.numbers ?? [])));
          }
          const values = facts.values
            ?.filter(({ isCut }) => !isCut)
            .map(({ text: literal, count }) => [literal, count] as const);
          for (const [literal, count] of values ?? [])
            expect([literal, naive?.scalars.get(literal)]).toEqual([literal, count]);
        });
        expect(steps.length).toBe(expected.size);
      }),
      { numRuns: 1_000 },
    );
  });

  // Fails when what becomes a map loses the values of the keys that made it one.
  it('add up to all values where keys are data', () => {
    fc.assert(
      fc.property(manyKeys, fc.array(manyKeys, { maxLength: 2 }), (one, more) => {
        const content = [one, ...more];
        const { details } = describeJson(JSON.stringify(content));
        const expected = new Map<string, number>();
        for (const naive of walk(content, '', new Map()).values())
          for (const [kind, count] of Object.entries(naive.kinds))
            expected.set(kind, (expected.get(kind) ?? 0) + count);
        const total = [...expected.values()].reduce((sum, count) => sum + count, 0);
        const told = details.paths.reduce((sum, { count }) => sum + count, 0);
        expect(told + details.untrackedValues).toBe(total);
        if (details.untrackedValues > 0) return;
        const kinds = valueKinds.map((kind, at) => [
          kind,
          details.paths.reduce((sum, facts) => sum + (facts.kinds[at] ?? 0), 0),
        ]);
        expect(kinds).toEqual(valueKinds.map((kind) => [kind, expected.get(kind) ?? 0]));
      }),
      { numRuns: 1_000 },
    );
  });
});

/** A number as an integer over a power of ten. */
const exact = (literal: string) => {
  const [mantissa = '', power = '0'] = literal.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  return { digits: BigInt(whole + fraction), power: Number(power) - fraction.length };
};
const digits = fc.stringMatching(/^\d{1,20}$/);
const literal = fc
  .tuple(fc.constantFrom('', '-'), digits, fc.option(digits), fc.option(fc.integer({ min: -30, max: 30 })))
  .map(([sign, whole, fraction, power]) => {
    const start = `${sign}${whole.replace(/^0+(?=\d)/, '')}`;
    return `${start}${fraction === null ? '' : `.${fraction}`}${power === null ? '' : `e${power}`}`;
  });

describe('compareNumbers', () => {
  // Fails when the exponent is compared before the sign.
  it('orders numbers as their integers over a common power of ten', () => {
    fc.assert(
      fc.property(literal, literal, (left, right) => {
        const [a, b] = [exact(left), exact(right)];
        const power = Math.min(a.power, b.power);
        const difference = a.digits * 10n ** BigInt(a.power - power) - b.digits * 10n ** BigInt(b.power - power);
        expect(Math.sign(compareNumbers(left, right))).toBe(difference > 0n ? 1 : difference < 0n ? -1 : 0);
      }),
      { numRuns: 1_000 },
    );
  });
});
