import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { jsonPieces } from '../../../src/recover/record/json-pieces.ts';
import { openRecord } from '../../../src/recover/record/open-record.ts';
import type { RecordEvent, SessionRecord } from '../../../src/recover/record/record.ts';
import { afterwards, temporaryFolder } from '../../store/support/temporary.ts';
import { readAll } from './support/read-all.ts';

async function newRecord(): Promise<SessionRecord> {
  const record = await openRecord(join(temporaryFolder(), 'session.jsonl'));
  afterwards(() => record.close());
  return record;
}

describe('what is appended comes back exactly', () => {
  const values: Record<string, unknown> = {
    'NUL and the other control characters': Array.from({ length: 0x20 }, (_, code) => String.fromCharCode(code)).join(
      '',
    ),
    'lone surrogates': ['\ud800', '\udc00', 'a\ud83d', '\ude00b', '\udc00\ud800'],
    'line separators': '\u2028\u2029\u0085\r\n',
    'a byte order mark': '\ufeff',
    'characters of every length': 'aé€😀\u{10ffff}',
    'keys of any kind': { '': 1, '\ud800': 2, '\u0000': 3, 'a"b\\': 4, '0': 5 },
    'a key that is no prototype': JSON.parse('{"__proto__":{"a":1},"constructor":2}'),
    numbers: [0, 1e308, 5e-324, -1.5, 2 ** 53],
    'empty things': ['', [], {}, null, false],
    'fields like those of the record': { seq: 7, at: 'never', event: { type: 'record' }, version: 9 },
    'a text that looks torn': '#torn',
    'a large text of pairs, one character off': `x${'😀'.repeat(100_000)}`,
    'a large text of lone surrogates': '\ud83d'.repeat(200_000),
    'a large list': Array.from({ length: 50_000 }, (_, index) => ({ index, text: `entry ${index}` })),
  };

  it.each(Object.entries(values))('%s', async (_what, value) => {
    const record = await newRecord();
    await record.append({ type: 'value', value });
    await record.append({ type: 'next' });
    const { events, warnings } = await readAll(record);
    expect(events[0]?.event).toStrictEqual({ type: 'value', value });
    expect([events.length, warnings]).toEqual([2, []]);
  });

  it('nested deeper than the call stack', async () => {
    const record = await newRecord();
    let value: unknown = 'bottom';
    for (let depth = 0; depth < 30_000; depth++) value = depth % 2 ? [value] : { value };
    await record.append({ type: 'value', value });
    let read: unknown = (await readAll(record)).events[0]?.event.value;
    for (let depth = 0; depth < 30_000; depth++) read = Object.values(read as object)[0];
    expect(read).toBe('bottom');
  });
});

describe('what JSON cannot hold is a TypeError, and nothing is written', () => {
  const circle: { type: string; self?: unknown } = { type: 'circle' };
  circle.self = { inner: [circle] };
  const large = 'x'.repeat(300_000);
  const events: Record<string, () => unknown> = {
    'a BigInt': () => ({ type: 'value', value: 1n }),
    'a BigInt behind something large': () => ({ type: 'value', large, value: 1n }),
    'a circle': () => circle,
    'a circle behind something large': () => Object.assign({ type: 'value', large }, { circle }),
    'a getter that throws': () => ({
      type: 'value',
      get value() {
        throw new Error('unreadable');
      },
    }),
    'a getter that throws behind something large': () => ({
      type: 'value',
      list: [
        large,
        {
          get value() {
            throw new Error('unreadable');
          },
        },
      ],
    }),
    'a conversion that throws': () => ({
      type: 'value',
      value: {
        toJSON() {
          throw new Error('unreadable');
        },
      },
    }),
    'a proxy that is revoked': () => {
      const { proxy, revoke } = Proxy.revocable({}, {});
      revoke();
      return { type: 'value', value: proxy };
    },
    'no object': () => 'text',
    nothing: () => undefined,
    null: () => null,
    'a list': () => ['type'],
    'an object without a type': () => ({ value: 1 }),
    'a type that is no text': () => ({ type: 1 }),
    'an object that is converted into something else': () => ({ type: 'value', toJSON: () => ['no event'] }),
  };

  it.each(Object.entries(events))('%s', async (_what, makeEvent) => {
    const record = await newRecord();
    const before = readFileSync(record.path);
    await expect(record.append(makeEvent() as RecordEvent)).rejects.toThrow(TypeError);
    expect(readFileSync(record.path)).toEqual(before);
    expect(await record.append({ type: 'next' })).toBe(1);
  });
});

describe('jsonPieces', () => {
  const padding = 'p'.repeat(70_000);
  const shared = { list: [1, 2, { three: 3 }] };
  class Amount {
    readonly value: number;
    constructor(value: number) {
      this.value = value;
    }
    toJSON(key: string): unknown {
      return { [key]: this.value, nested: new Date(0) };
    }
  }
  const values: Record<string, unknown> = {
    'what is left out': { a: undefined, b: () => 1, c: Symbol('c'), d: 1 },
    'what is null in a list': [undefined, () => 1, Symbol('c'), Number.NaN, Number.POSITIVE_INFINITY],
    'a list with holes': Object.assign(Array(3), { 0: 1, 2: 3 }),
    dates: { at: new Date(0), never: new Date(Number.NaN) },
    conversions: { amount: new Amount(5), amounts: [new Amount(6)] },
    'boxed values': [Object(1), Object('text'), Object(false)],
    'a large text of pairs, one character off': `x${'😀'.repeat(50_000)}`,
    'the same object twice': { shared, again: [shared, shared] },
    'maps, sets and bytes': [new Map([[1, 2]]), new Set([1]), Buffer.from('ab'), new Uint8Array([1])],
    'inherited and hidden fields': Object.create(
      { inherited: 1 },
      { own: { value: 2, enumerable: true }, hidden: { value: 3 } },
    ),
  };

  // Beside a large text every part of the value is taken apart; alone it is written in one piece.
  it.each(Object.entries(values))('writes %s as JSON.stringify does', (_what, value) => {
    for (const whole of [value, { padding, value }, [padding, [padding, value]]]) {
      expect([...jsonPieces(whole)].join('')).toBe(JSON.stringify(whole));
    }
  });

  it('writes nothing for nothing', () => {
    expect([...jsonPieces(undefined)]).toEqual([]);
  });

  it('builds no string of a large value', () => {
    const pieces = [...jsonPieces({ text: '\u0000'.repeat(1_000_000), list: Array(100_000).fill('entry') })];
    expect(pieces.reduce((most, { length }) => Math.max(most, length), 0)).toBe(6 * 65_536);
  });
});
