import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonChunks } from '../../src/bound/json-chunks.ts';

const write = (value: unknown): string => [...jsonChunks(value)].join('');

describe('values that JSON has no form for', () => {
  const circular: Record<string, unknown> = { name: 'a' };
  circular.self = circular;
  const throwing = Object.defineProperty({ ok: 1 }, 'bad', {
    enumerable: true,
    get: () => {
      throw new Error('no');
    },
  });
  const rows: [string, unknown, string][] = [
    ['a BigInt', { id: 9_007_199_254_740_993n }, '{"id":9007199254740993}'],
    ['a circle', circular, '{"name":"a","self":"[circular]"}'],
    ['a getter that throws', throwing, '{"ok":1,"bad":"[unreadable: no]"}'],
    ['undefined', undefined, 'null'],
    ['functions and symbols', [() => 1, Symbol('s'), { f: () => 1, a: 1 }], '[null,null,{"a":1}]'],
    ['a date', { at: new Date(0) }, '{"at":"1970-01-01T00:00:00.000Z"}'],
    ['the same object twice, which is no circle', [circular.name, { x: 1 }], '["a",{"x":1}]'],
    ['numbers without a form', [Number.NaN, Number.POSITIVE_INFINITY, -0], '[null,null,0]'],
    ['a lone surrogate', '\uD83D', '"\\ud83d"'],
  ];
  it.each(rows)('%s', (_, value, expected) => {
    expect(write(value)).toBe(expected);
  });
});

it('writes 100,000 levels without the call stack', () => {
  let value: unknown = 1;
  for (let level = 0; level < 100_000; level += 1) value = [value];
  expect(write(value)).toBe(`${'['.repeat(100_000)}1${']'.repeat(100_000)}`);
});

it('comes in pieces', () => {
  const sizes = [...jsonChunks(Array.from({ length: 100_000 }, (_, index) => index))].map((chunk) => chunk.length);
  expect(sizes.length).toBeGreaterThan(5);
  expect(Math.max(...sizes)).toBeLessThan(70_000);
});

// Fails when a comma is left out before the second member of an object.
it('equals JSON.stringify on any JSON value', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
      expect(write(value)).toBe(JSON.stringify(value));
    }),
    { numRuns: 1_000 },
  );
});
