import { describe, expect, it } from 'vitest';
import type { EventFacts } from '../../../src/event-log.ts';
import { parseFrame } from '../../../src/read/frame.ts';
import { createResultTools } from '../../../src/read/tools/result-tools.ts';
import type { ToolAnswer, ToolDefinition } from '../../../src/read/tools/tool.ts';
import { createMemoryStore } from '../../../src/store/memory.ts';
import type { Store } from '../../../src/store/store.ts';
import { storedSource } from '../support/targets.ts';

interface Bench {
  readonly store: Store;
  readonly id: string;
  readonly read: ToolDefinition;
  readonly grep: ToolDefinition;
  readonly events: EventFacts[];
  readonly limits: { maxResultBytes: number };
}

let now = Date.UTC(2026, 10, 30);

async function keep(store: Store, text: string, scope = 'mine'): Promise<string> {
  const writer = await store.createWriter(scope);
  await writer.write(new TextEncoder().encode(text));
  const provenance = { toolName: 'query_orders', at: now };
  return (await writer.finish({ mediaType: 'text/plain', shape: 'log', headline: 'log', provenance })).id;
}

async function bench(text: string, options: { ttlMs?: number; storeBytes?: number } = {}): Promise<Bench> {
  const store = createMemoryStore({ now: () => now, ...options });
  const id = await keep(store, text);
  const events: EventFacts[] = [];
  const limits = { maxResultBytes: 65_536 };
  const [read, grep] = createResultTools({
    openHandle: (handle) => store.open('mine', handle),
    listHandles: (page) => store.list('mine', page),
    limits,
    names: { readResult: 'read_result', grepResult: 'grep_result' },
    onEvent: (event) => events.push(event),
  }) as [ToolDefinition, ToolDefinition];
  return { store, id, read, grep, events, limits };
}

const lines = Array.from({ length: 3000 }, (_, index) => `line ${index + 1} of the result\n`).join('');
const next = (answer: ToolAnswer): Record<string, unknown> | undefined =>
  parseFrame(answer.text)?.next?.arguments as Record<string, unknown> | undefined;

describe('the tools as data', () => {
  it('are read-only, and describe themselves from the limits of the moment', async () => {
    const { read, grep, limits } = await bench('x');
    expect([read.name, grep.name]).toEqual(['read_result', 'grep_result']);
    expect(read.annotations).toEqual({
      readOnlyHint: true,
      idempotentHint: true,
      openWorldHint: false,
      destructiveHint: false,
    });
    expect(read.description).toContain('65,536 bytes');
    limits.maxResultBytes = 8000;
    expect(read.description).toContain('8,000 bytes');
    expect(grep.description).toContain('8,000');
    expect(read.description.length).toBeLessThan(300);
    expect(grep.description.length).toBeLessThan(300);
    expect(Object.keys(read.inputSchema.properties as object)).toEqual([
      'handle',
      'cursor',
      'startLine',
      'lineCount',
      'offset',
      'byteCount',
      'lineNumbers',
      'path',
      'count',
    ]);
    expect(Object.keys(grep.inputSchema.properties as object)).toEqual([
      'handle',
      'pattern',
      'literal',
      'ignoreCase',
      'contextLines',
      'countOnly',
      'cursor',
    ]);
    expect(grep.inputSchema.required).toEqual(['handle', 'pattern']);
  });

  it('are made only under names that are listed', () => {
    const { openHandle, listHandles } = {
      openHandle: async () => storedSource('x'),
      listHandles: async () => ({ handles: [] }),
    };
    const tools = createResultTools({
      openHandle,
      listHandles,
      limits: { maxResultBytes: 1024 },
      names: { grepResult: 'g' },
    });
    expect(tools.map((tool) => tool.name)).toEqual(['g']);
  });
});

describe('next calls', () => {
  it('BC-040 BC-116 continue at the next byte, differ from the call, and name only parameters that exist', async () => {
    const { id, read, grep } = await bench(lines);
    for (const [tool, input] of [
      [read, { handle: id, lineCount: 100 }],
      [read, { handle: id, lineNumbers: false, offset: 5 }],
      [grep, { handle: id, pattern: 'line', literal: true, contextLines: 1 }],
    ] as const) {
      let call: Record<string, unknown> | undefined = input;
      let end = -1;
      for (let calls = 0; call !== undefined; calls++) {
        const answer: ToolAnswer = await tool.execute(call, { maxResultBytes: 12_000 });
        expect(answer.isError).toBe(false);
        const parsed = parseFrame(answer.text);
        if (tool === read && end >= 0) expect(answer.page?.offset).toBe(end);
        end = Number(answer.page?.nextOffset);
        const following = next(answer);
        if (following !== undefined) {
          expect(parsed?.next?.tool).toBe(tool.name);
          expect(following).not.toEqual(call);
          for (const name of Object.keys(following)) expect(tool.inputSchema.properties).toHaveProperty(name);
          const { cursor: _, offset: __, ...kept } = call;
          const { cursor: ___, ...same } = following;
          expect(same).toEqual(kept);
        }
        call = following;
        expect(calls).toBeLessThan(100);
      }
      if (tool === read) expect(end).toBe(lines.length);
    }
  });

  it('BC-047 pages all of a result without storing anything', async () => {
    const text = Array.from({ length: 5 }, (_, index) => String(index).repeat(20_000)).join('\n');
    const { store, id, read } = await bench(text);
    let joined = '';
    for (let call: Record<string, unknown> | undefined = { handle: id, lineNumbers: false }; call !== undefined; ) {
      const answer = await read.execute(call, { maxResultBytes: 16_384 });
      expect(Buffer.byteLength(JSON.stringify([{ type: 'text', text: answer.text }]))).toBeLessThanOrEqual(16_384);
      joined += parseFrame(answer.text)?.body;
      call = next(answer);
    }
    expect(joined === text).toBe(true);
    expect((await store.list('mine')).handles).toHaveLength(1);
  });

  it('is written as the caller writes calls', async () => {
    const store = createMemoryStore();
    const id = await keep(store, lines);
    const [read] = createResultTools({
      openHandle: (handle) => store.open('mine', handle),
      listHandles: (page) => store.list('mine', page),
      limits: { maxResultBytes: 1024 },
      names: { readResult: 'read_result' },
      formatCall: (call) =>
        `spillway read ${call.arguments.handle} --cursor ${call.arguments.cursor} --scope 'my project'`,
    }) as [ToolDefinition];
    const { text } = await read.execute({ handle: id });
    expect(parseFrame(text)?.call).toMatch(
      new RegExp(`^spillway read ${id} --cursor c_[0-9a-z]+ --scope 'my project'$`),
    );
    expect(parseFrame(text)?.next).toBeUndefined();
  });
});

describe('a record whose place and length are known', () => {
  // Fails when byteCount is not handed on: the page then fills the budget.
  it('is read alone, and the next call asks for as much', async () => {
    const record = `{"id":4711,"name":"${'x'.repeat(190)}"}\n`;
    const { id, read } = await bench(record.repeat(3000));
    const answer = await read.execute({ handle: id, offset: record.length * 2000, byteCount: record.length });
    expect(parseFrame(answer.text)?.body).toBe(`2001| ${record.trimEnd()}`);
    expect(answer.text.length).toBeLessThan(600);
    const next = parseFrame(answer.text)?.next;
    expect(next?.arguments).toMatchObject({ byteCount: record.length });
    const after = await read.execute(next?.arguments);
    expect(after.page).toMatchObject({ startLine: 2002, endLine: 2002 });
  });
});

describe('arguments', () => {
  /** What each value for a number gives: the number it is taken for, or nothing. */
  const numbers: readonly [unknown, number | undefined][] = [
    [1, 1],
    [3, 3],
    ['3', 3],
    [' 3 ', 3],
    ['2,000', 2000],
    [3.0, 3],
    ['+3', 3],
    [0, 0],
    [-1, undefined],
    ['-1', undefined],
    [1.5, undefined],
    ['1.5', undefined],
    [Number.NaN, undefined],
    [Number.POSITIVE_INFINITY, undefined],
    [1e308, undefined],
    ['1e3', undefined],
    ['three', undefined],
    [true, undefined],
    [[3], undefined],
    [{ a: 3 }, undefined],
    ['0x10', undefined],
    ['', undefined],
  ];
  const rows = [
    ['read', 'startLine', 1],
    ['read', 'lineCount', 1],
    ['read', 'offset', 0],
    ['grep', 'contextLines', 0],
  ] as const;

  it.each(rows)('BC-169 %s takes a whole number for %s or names the valid range', async (tool, name, least) => {
    const { id, ...tools } = await bench(lines);
    for (const [value, number] of numbers) {
      const given = tool === 'grep' ? { handle: id, pattern: 'x', [name]: value } : { handle: id, [name]: value };
      const answer = await tools[tool].execute(given);
      const isValid = number !== undefined && number >= least && !(name === 'contextLines' && number > 50);
      expect([value, answer.isError]).toEqual([value, !isValid]);
      if (isValid) {
        const plain = tool === 'grep' ? { handle: id, pattern: 'x', [name]: number } : { handle: id, [name]: number };
        expect(answer).toEqual(await tools[tool].execute(plain));
        const following = next(answer);
        if (following !== undefined) expect(following).not.toEqual(given);
      } else {
        expect(answer.text).toMatch(/^\[request-invalid\] /);
        expect(answer.text).toContain(
          `${name} is a whole number ${name === 'contextLines' ? 'from 0 to 50' : `of at least ${least}`}, not `,
        );
        expect(answer.page).toEqual({ error: 'request-invalid' });
      }
    }
  });

  it('takes null and an empty text for left out', async () => {
    const { id, read } = await bench('a\nb\n');
    const plain = await read.execute({ handle: id });
    expect(
      await read.execute({ handle: id, startLine: null, cursor: '', offset: undefined, lineNumbers: null }),
    ).toEqual(plain);
    expect(await read.execute(JSON.stringify({ handle: id }))).toEqual(plain);
    expect(await read.execute({ handle: id, start_line: 1, lineNumbers: 'true' })).toEqual({
      ...plain,
      text: plain.text,
    });
  });

  it('takes a handle as a model may have copied it, and suggests a near one', async () => {
    const { id, read } = await bench('a\n');
    const plain = await read.execute({ handle: id });
    expect(await read.execute({ handle: `spillway://${id}` })).toEqual(plain);
    expect(await read.execute({ handle: ` ${id.toUpperCase()} ` })).toEqual(plain);
    const near = id.slice(0, -1) + (id.endsWith('0') ? '2' : '0');
    const answer = await read.execute({ handle: near });
    expect(answer).toMatchObject({ isError: true, page: { error: 'handle-unknown' } });
    expect(answer.text).toContain(`Did you mean ${id}?`);
  });

  it('names unknown parameters back with those that there are', async () => {
    const { id, read, grep } = await bench('a\n');
    const answer = await read.execute({ handle: id, limit: 5 });
    expect(answer.text).toBe(
      '[request-invalid] read_result has no parameter "limit". It takes: handle, cursor, startLine, lineCount, offset, byteCount, lineNumbers, path, count. Use one of these, or leave it out.',
    );
    expect((await read.execute({ handle: id, path: '$.a' })).isError).toBe(true);
    expect((await grep.execute({ handle: id })).text).toContain('grep_result needs pattern');
    expect((await grep.execute({ pattern: 'x' })).text).toContain('grep_result needs handle');
    expect((await read.execute([1])).text).toContain('one JSON object');
    expect((await read.execute('nonsense')).text).toContain('one JSON object');
    expect((await read.execute({ handle: id, lineNumbers: 'maybe' })).text).toContain(
      'lineNumbers is true or false, not "maybe"',
    );
    expect((await read.execute({ handle: {} })).text).toContain('handle is a text, not {}');
  });
});

describe('errors as answers', () => {
  it('BC-164 BC-170 tells expired, evicted, unknown, changed and malformed apart, each with what to do next', async () => {
    const { store, id, read } = await bench(lines, { ttlMs: 60_000, storeBytes: 400_000 });
    const foreign = await keep(store, 'not mine', 'theirs');
    const cursor = next(await read.execute({ handle: id }, { maxResultBytes: 2000 }))?.cursor as string;
    const other = await keep(store, `${lines}x`);
    const ask = async (input: unknown): Promise<string> => {
      const answer = await read.execute(input);
      expect(answer.isError).toBe(true);
      expect(answer.text.length).toBeGreaterThan(30);
      return (answer.page as { error: string }).error;
    };
    expect(await ask({ handle: 'r_00000000' })).toBe('handle-unknown');
    expect(await ask({ handle: foreign })).toBe('handle-unknown');
    expect(await ask({ handle: 'the last result' })).toBe('handle-malformed');
    expect(await ask({ handle: other, cursor })).toBe('cursor-mismatch');
    expect(await ask({ handle: id, cursor: `${cursor}0` })).toBe('cursor-malformed');
    expect(await ask({ handle: id, startLine: 9999 })).toBe('past-end');
    await store.delete('mine', other);
    expect(await ask({ handle: other })).toBe('handle-evicted');
    now += 120_000;
    expect(await ask({ handle: id })).toBe('handle-expired');
    now -= 120_000;
  });

  it('says the same of a foreign result as of none', async () => {
    const { store, read } = await bench('x');
    const foreign = await keep(store, 'not mine', 'theirs');
    const none = 'r_00000000';
    const told = (await read.execute({ handle: foreign })).text.replace(foreign, none);
    expect(told).toBe((await read.execute({ handle: none })).text);
  });

  it('keeps errors within the budget, and hides the words of errors that are not ours', async () => {
    const failing = createResultTools({
      openHandle: async () => Promise.reject(new Error('a secret path')),
      listHandles: async () => ({ handles: [] }),
      limits: { maxResultBytes: 1024 },
      names: { readResult: 'read_result', grepResult: 'grep_result' },
    }) as [ToolDefinition, ToolDefinition];
    const answer = await failing[0].execute({ handle: 'r_00000000' });
    expect(answer).toMatchObject({ isError: true, page: { error: 'internal' } });
    expect(answer.text).not.toContain('secret');
    const long = await failing[1].execute({ handle: 'r_00000000', ['x'.repeat(5000)]: 1 });
    expect(Buffer.byteLength(JSON.stringify([{ type: 'text', text: long.text }]))).toBeLessThanOrEqual(1024);
    expect(long.text).toContain('has no parameter "xxx');
  });
});

describe('budgets', () => {
  it('counts what the sender adds and the fields beside the text', async () => {
    const { id, read, grep } = await bench(lines);
    for (const maxResultBytes of [1024, 1100, 2048, 2300, 8000, 70_000]) {
      for (const envelopeBytes of [0, 90]) {
        for (const [tool, input] of [
          [read, {}],
          [grep, { pattern: 'line' }],
        ] as const) {
          const answer = await tool.execute({ handle: id, ...input }, { maxResultBytes, envelopeBytes });
          expect(answer.isError).toBe(false);
          const sent = {
            content: [{ type: 'text', text: answer.text }],
            ...(answer.page && { _meta: { 'spillway/page': answer.page } }),
          };
          const frame = Buffer.byteLength(JSON.stringify(sent)) - '{"content":}'.length;
          expect(frame + envelopeBytes).toBeLessThanOrEqual(Math.min(maxResultBytes, 65_536));
          expect(frame).toBeGreaterThan(Math.min(maxResultBytes, 65_536) * 0.6 - envelopeBytes);
          expect(answer.page !== undefined).toBe(maxResultBytes - envelopeBytes >= 2048);
        }
      }
    }
  });

  it('names the setting and the need when nothing fits', async () => {
    const { id, read } = await bench(lines);
    const answer = await read.execute({ handle: id }, { maxResultBytes: 300 });
    expect(answer.isError).toBe(true);
    expect(answer.text).toMatch(
      /^\[budget-too-small\] .*maxResultBytes 300; it needs \d+\. Ask the user for a larger limit\.$/,
    );
  });
});

describe('what a stored result does not hold', () => {
  it('is said where the gap is, and of every search', async () => {
    const stored = storedSource('head\ntail\n');
    const handle = {
      ...stored.handle,
      producedBytes: 1_000_010,
      gap: { start: 5, end: 1_000_005 },
      withheld: [{ start: 1, end: 3 }],
    };
    const [read, grep] = createResultTools({
      openHandle: async () => ({ ...stored, handle }),
      listHandles: async () => ({ handles: [] }),
      limits: { maxResultBytes: 4096 },
      names: { readResult: 'read_result', grepResult: 'grep_result' },
    }) as [ToolDefinition, ToolDefinition];
    const gap = '1,000,000 bytes that were produced after byte 5 were not kept, so they are not here';
    expect((await read.execute({ handle: handle.id })).text).toContain(gap);
    expect((await grep.execute({ handle: handle.id, pattern: 'x' })).text).toContain(gap);
    expect((await grep.execute({ handle: handle.id, pattern: 'x' })).text).toContain(
      '2 bytes of private keys withheld',
    );
  });
});

describe('events', () => {
  it('tell of reads, searches and refusals, without content', async () => {
    const { id, read, grep, events } = await bench('a\nneedle\n');
    await read.execute({ handle: id, startLine: 2 });
    await grep.execute({ handle: id, pattern: 'needle' });
    await read.execute({ handle: 'r_00000000' });
    await read.execute({ handle: id, limit: 1 });
    expect(events).toEqual([
      { type: 'handle-read', handleId: id, offset: 2, deliveredBytes: expect.any(Number) },
      { type: 'handle-grepped', handleId: id, matchCount: 1, deliveredBytes: expect.any(Number) },
      { type: 'handle-refused', handleId: 'r_00000000', code: 'handle-unknown' },
    ]);
  });
});

describe('listing', () => {
  it('is what read_result does without a handle', async () => {
    const { id, store, read } = await bench('a\n');
    const second = await keep(store, 'b\n');
    const answer = await read.execute({});
    expect(answer.isError).toBe(false);
    expect(answer.text).toContain(id);
    expect(answer.text).toContain(second);
    expect(await read.execute({ cursor: 'c_nonsense' })).toMatchObject({
      isError: true,
      page: { error: 'cursor-malformed' },
    });
  });
});
