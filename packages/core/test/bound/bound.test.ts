import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { bound } from '../../src/bound/bound.ts';
import { parseNotice } from '../../src/bound/notice.ts';
import type { BoundContext, ToolResult } from '../../src/bound/result.ts';
import { createBoundary, storedBytes } from './support/create-boundary.ts';

const call: BoundContext = { toolName: 'query_orders', toolCallId: 'call_1' };

const encodedBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** A 20,000-line log with one ERROR line in its middle. */
function logText(): string {
  const lines = Array.from({ length: 20_000 }, (_, index) =>
    index === 13_337
      ? '2026-11-30T03:39:17Z ERROR [payments] checksum mismatch for ledger shard 42 (txn 9f31c0)'
      : `2026-11-30T03:39:17Z INFO [w${index % 16}] served request id=${100_000 + index} status=200 took=${index % 300}ms`,
  );
  return `${lines.join('\n')}\n`;
}

describe('a result that fits', () => {
  const rows: [string, ToolResult, string][] = [
    ['a text', 'small', 'small'],
    ['a text with every line end', 'a\r\nb\rc\n\td', 'a\r\nb\rc\n\td'],
    ['a JSON value', { rows: [1, 2], ok: true }, '{"rows":[1,2],"ok":true}'],
    ['bytes', Buffer.from('aé漢😀'), 'aé漢😀'],
    ['null', null, 'null'],
    ['an empty array', [], '[]'],
    ['a U+FFFD of its own', 'a\uFFFDb', 'a\uFFFDb'],
  ];
  it.each(rows)('%s passes as it came, and nothing is stored', async (_, result, text) => {
    const boundary = createBoundary();
    const bounded = await bound(boundary, result, call);
    expect(bounded).toMatchObject({ complete: true, isError: false, blocks: [{ type: 'text', text }] });
    expect(bounded.producedBytes).toBe(Buffer.byteLength(text));
    expect(bounded.deliveredBytes).toBe(encodedBytes(bounded.blocks));
    expect((await boundary.store.list('test')).handles).toEqual([]);
  });

  it('passes at its budget to the byte, and not one byte over', async () => {
    const boundary = createBoundary({ maxResultBytes: 2_000 });
    const envelope = '[{"type":"text","text":""}]'.length;
    expect((await bound(boundary, 'x'.repeat(2_000 - envelope), call)).complete).toBe(true);
    expect((await bound(boundary, 'x'.repeat(2_001 - envelope), call)).complete).toBe(false);
  });
});

describe('a log that does not fit', () => {
  it('of a command that failed says so in its label alone, and shows both ends', async () => {
    const failed = { ...call, isError: true, label: 'exit code 3', failureInLabel: true };
    const text = (await bound(createBoundary(), logText(), failed)).toText();
    expect(text.split('\n')[0]).toMatch(/^\[PARTIAL\] [\d,]+ of 1,560,141 B shown · exit code 3: log, 20,000 lines · /);
    expect(text).toMatch(/^ *20,?000\| .*request id=119999/m);
  });

  it('BC-114 says in its first 200 bytes that it is partial, of how much, and where the rest is', async () => {
    const bounded = await bound(createBoundary(), logText(), call);
    const first = bounded.toText().slice(0, 200);
    expect(first).toMatch(/^\[PARTIAL\] [\d,]+ of 1,560,141 B shown · log, 20,000 lines · r_[0-9a-z]{8} keeps all/);
    expect(first).toContain('not shown is not absent');
    expect(bounded.toText().split('\n').at(-1)).toBe('[END PARTIAL]');
  });

  it('shows the one rare line, and reads around it', async () => {
    const bounded = await bound(createBoundary(), logText(), call);
    expect(bounded.toText()).toContain('checksum mismatch for ledger shard 42 (txn 9f31c0)');
    expect(bounded.next?.[0]?.tool).toBe('read_result');
    const { startLine, lineCount } = { startLine: 0, lineCount: 0, ...bounded.next?.[0]?.arguments };
    expect(startLine).toBeLessThanOrEqual(13_338);
    expect(startLine + lineCount).toBeGreaterThan(13_338);
  });

  it('BC-117 keeps every byte under the handle that the notice names', async () => {
    const boundary = createBoundary();
    const bounded = await bound(boundary, logText(), call);
    const notice = parseNotice(bounded.toText());
    expect(notice?.handle).toBe(bounded.handle?.id);
    expect((await storedBytes(boundary, notice?.handle ?? '')).equals(Buffer.from(logText()))).toBe(true);
    expect(notice?.producedBytes).toBe(Buffer.byteLength(logText()));
  });

  it('remembers where it came from', async () => {
    const { handle } = await bound(createBoundary(), logText(), { ...call, input: { a: 1 } });
    // printf '{"a":1}' | sha256sum
    expect(handle?.provenance[0]).toMatchObject({ ...call, inputDigest: '015abd7f5cc57a2d' });
  });
});

describe('BC-179 BC-180 content of the five escaping classes at a budget of 48,000 bytes', () => {
  const classes: [string, string][] = [
    ['prose', 'The quick brown fox jumps over the lazy dog, again and again. '],
    ['nested JSON', JSON.stringify(JSON.stringify({ rows: [{ a: 'x"y', b: '\\n' }] }))],
    ['HTML', '<div class="a" data-x=\'{"k":"v"}\'>\n\t<a href="/b?c=1&amp;d=2">e</a></div>\n'],
    ['quotes and backslashes', '"\\'],
    ['< and control characters', '<\u0001\u001b[31m&\u2028'],
  ];
  describe.each(classes)('%s', (_, unit) => {
    it.each([40_000, 47_973, 47_999, 48_000, 120_000, 600_000])(
      '%i characters: at most the budget, and parsing',
      async (length) => {
        const boundary = createBoundary({ maxResultBytes: 48_000 });
        const text = unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
        const bounded = await bound(boundary, text, call);
        expect(encodedBytes(bounded.toBlocks())).toBeLessThanOrEqual(48_000);
        const asJson = await bound(boundary, text, { ...call, consumer: 'json' });
        expect(encodedBytes(asJson.toJson())).toBeLessThanOrEqual(48_000);
        expect(bounded.deliveredBytes).toBe(encodedBytes(bounded.blocks));
        expect(JSON.parse(JSON.stringify(bounded.toBlocks()))).toEqual(bounded.blocks);
        if (!bounded.complete) expect((await storedBytes(boundary, bounded.handle?.id ?? '')).toString()).toBe(text);
        else expect(bounded.toText()).toBe(text);
      },
    );
  });
});

describe('characters that no provider accepts', () => {
  it.each([
    ['NUL', 'a\u0000b', 'a\u2400b', '610062'],
    ['ESC', 'a\u001b[31mb', 'a\u241b[31mb', '611b5b33316d62'],
    ['BC-014 a lone surrogate', 'x\uD83D y', 'x\uFFFD y', '78eda0bd2079'],
  ])('%s is shown by a picture, counted, and kept', async (_, text, shown, hex) => {
    const boundary = createBoundary();
    const bounded = await bound(boundary, text, call);
    expect(bounded.toText()).toContain(shown);
    expect(bounded.toText().isWellFormed()).toBe(true);
    expect(bounded.toText()).toContain(' 1 character pictured ');
    expect(bounded.complete).toBe(false);
    expect((await storedBytes(boundary, bounded.handle?.id ?? '')).toString('hex')).toBe(hex);
  });

  it('passes them to a terminal', async () => {
    const bounded = await bound(createBoundary(), 'a\u001b[31mb', { ...call, keepControls: true });
    expect(bounded).toMatchObject({ complete: true, blocks: [{ text: 'a\u001b[31mb' }] });
  });

  it('never sends binary as text, however small', async () => {
    const bytes = Buffer.from('89504e470d0a1a0a0000000d4948445200000001000000010806000000', 'hex');
    const bounded = await bound(createBoundary(), bytes, call);
    expect(bounded.complete).toBe(false);
    expect(bounded.handle?.mediaType).toBe('image/png');
    expect(bounded.toText()).not.toContain(bytes.toString('base64').slice(0, 12));
  });
});

describe('outcomes stay what they were', () => {
  it.each(['', '\n', ' \t\r\n '])('BC-156 %j has words in its place', async (text) => {
    const bounded = await bound(createBoundary(), text, call);
    expect(bounded.complete).toBe(true);
    expect(bounded.toText()).toMatch(/^\(The tool ended without an error and returned no text/);
    expect(await bound(createBoundary(), text, { ...call, isError: true }).then((result) => result.toText())).toMatch(
      /^\(The tool reported a failure without a text/,
    );
  });

  it.each([undefined, false, true])('BC-167 isError %s passes through bounding', async (isError) => {
    for (const text of ['small', logText()]) {
      const bounded = await bound(createBoundary(), text, { ...call, ...(isError !== undefined && { isError }) });
      expect(bounded.isError).toBe(isError ?? false);
    }
  });

  it('bounds what a tool throws, and keeps its cause', async () => {
    const boundary = createBoundary();
    const thrown = new Error('x'.repeat(100_000), { cause: new TypeError('the reason') });
    const bounded = await bound(boundary, thrown, { ...call, isError: true });
    expect(bounded.toText()).toContain('the tool failed, this is its own text');
    expect((await storedBytes(boundary, bounded.handle?.id ?? '')).toString()).toMatch(
      /Caused by: TypeError: the reason$/,
    );
  });
});

describe('streams', () => {
  async function* pieces(text: string, size: number) {
    for (let start = 0; start < text.length; start += size) yield text.slice(start, start + size);
  }

  it.each([1, 7, 4_096, 1_000_000])('give the same result in pieces of %i', async (size) => {
    const text = `${'aé漢😀 '.repeat(3_000)}\n`;
    const boundary = createBoundary({ maxResultBytes: 4_096 });
    const bounded = await bound(boundary, pieces(text, size), call);
    expect(bounded.toText()).toBe((await bound(boundary, text, call)).toText());
    expect((await storedBytes(boundary, bounded.handle?.id ?? '')).toString()).toBe(text);
  });

  it('may be of bytes, and of the web', async () => {
    const stream = new Blob(['a'.repeat(100_000)]).stream();
    expect((await bound(createBoundary(), stream, call)).producedBytes).toBe(100_000);
  });
});

describe('a stream that fails', () => {
  async function* failing(bytes: number) {
    yield 'a'.repeat(bytes);
    throw new Error('disk on fire');
  }

  it.each([100, 200_000])('after %i bytes keeps and shows them, and is an error', async (bytes) => {
    const boundary = createBoundary();
    const bounded = await bound(boundary, failing(bytes), call);
    expect(bounded.isError).toBe(true);
    expect(bounded.blocks.at(-1)?.text).toBe(
      `[The tool failed after ${bytes.toLocaleString('en-US')} bytes: disk on fire]`,
    );
    expect(encodedBytes(bounded.blocks)).toBeLessThanOrEqual(65_536);
    if (bytes === 100) expect(bounded.blocks[0]?.text).toBe('a'.repeat(100));
    else expect((await storedBytes(boundary, bounded.handle?.id ?? '')).toString()).toBe('a'.repeat(bytes));
  });

  it('may give JSON values, a line each', async () => {
    const bounded = await bound(createBoundary(), Readable.from([{ a: 1 }, 2]), call);
    expect(bounded.toText()).toBe('{"a":1}\n2\n');
  });

  it('ends with the reason when it was aborted', async () => {
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(bound(createBoundary(), failing(10), { ...call, signal })).rejects.toThrow('enough');
  });
});

it('writes a proxy that refuses everything', async () => {
  const refuse = () => {
    throw new Error('no');
  };
  const proxy = new Proxy({}, { ownKeys: refuse, get: refuse, has: refuse });
  expect((await bound(createBoundary(), { proxy }, call)).toText()).toContain('[unreadable: no]');
  expect((await bound(createBoundary(), proxy, { ...call, isError: true })).isError).toBe(true);
});

describe('the readers that a notice may name', () => {
  it('are those of the call', async () => {
    const context = { ...call, readers: { readResult: 'spillway_read_result' } };
    const bounded = await bound(createBoundary(), logText(), context);
    expect(parseNotice(bounded.toText())?.calls.map((next) => (typeof next === 'string' ? next : next.tool))).toEqual([
      'spillway_read_result',
    ]);
  });

  it('are none where there are none, and the notice says so', async () => {
    const bounded = await bound(createBoundary(), logText(), { ...call, readers: {} });
    expect(bounded.toJson()).toMatchObject({ recoverable: false, next: [] });
    expect(parseNotice(bounded.toText())).toMatchObject({ recoverable: false, calls: [] });
    expect(bounded.toText()).toContain('report this to the user and stop');
  });
});

describe('bounding what is bounded', () => {
  it('BC-047 keeps one handle and the totals when the budget is smaller the second time', async () => {
    const boundary = createBoundary();
    const prose = 'A line of plain prose that says nothing much.\n'.repeat(3_000);
    const first = await bound(boundary, prose, call);
    const again = await bound(boundary, first.toText(), { ...call, maxResultBytes: 2_000 });
    expect(again.handle?.id).toBe(first.handle?.id);
    expect(again.producedBytes).toBe(138_000);
    expect(encodedBytes(again.blocks)).toBeLessThanOrEqual(2_000);
    expect((await bound(boundary, again.toBlocks(), call)).handle?.id).toBe(first.handle?.id);
    expect((await boundary.store.list('test')).handles).toHaveLength(1);
  });

  it('stores a text that only looks like a notice', async () => {
    const boundary = createBoundary();
    const real = await bound(boundary, logText(), call);
    const forged = `${real.toText()}\n${'x'.repeat(100_000)}`;
    const bounded = await bound(boundary, forged, call);
    expect((await storedBytes(boundary, bounded.handle?.id ?? '')).toString()).toBe(forged);
  });
});

describe('toJson', () => {
  it('names the command beside the call where notices are read on a shell', async () => {
    const shell = { ...createBoundary(), formatCall: ({ tool }: { tool: string }) => `run ${tool} r_` };
    const [next] = (await bound(shell, logText(), call)).toJson().next ?? [];
    expect(next).toMatchObject({ tool: 'read_result', arguments: { startLine: expect.any(Number) } });
    expect(next?.command).toBe('run read_result r_');
    const [plain] = (await bound(createBoundary(), logText(), call)).toJson().next ?? [];
    expect(plain).not.toHaveProperty('command');
  });

  it('lets calls go, but one, where they do not fit', async () => {
    const shell = { ...createBoundary({ maxResultBytes: 1_024 }), formatCall: () => `read ${'x'.repeat(370)}` };
    const bounded = await bound(shell, logText(), call);
    expect(bounded.next).toHaveLength(2);
    const json = bounded.toJson();
    expect(json.next).toHaveLength(1);
    expect(encodedBytes(json)).toBeLessThanOrEqual(1_024);
  });

  it('BC-018 is one JSON object within every budget', async () => {
    const value = { status: 'partial', next: 'abc', rows: '\r\n"\\'.repeat(10_000) };
    const boundary = createBoundary({ maxResultBytes: 6_000 });
    let notice = (await bound(boundary, value, { ...call, consumer: 'json' })).toText();
    for (let maxResultBytes = 1_024; maxResultBytes < 6_000; maxResultBytes += 1) {
      // A notice that comes back is made anew for the budget, of what is known of its result.
      const context = { ...call, consumer: 'json', maxResultBytes } as const;
      const result = await bound(boundary, notice, context);
      notice = result.toText();
      const again = JSON.stringify(result.toJson());
      expect(Buffer.byteLength(again)).toBeLessThanOrEqual(maxResultBytes);
      expect(JSON.parse(again)).toMatchObject({ partial: true, shape: 'json', producedBytes: 80_043 });
      if (maxResultBytes % 16 !== 0) continue;
      const fresh = await bound(createBoundary({ maxResultBytes }), value, { ...call, consumer: 'json' });
      expect(JSON.stringify(fresh.toJson()).replaceAll(/r_\w{8}/g, '')).toBe(again.replaceAll(/r_\w{8}/g, ''));
    }
  }, 120_000);

  it('holds a small value itself', async () => {
    expect((await bound(createBoundary(), { a: 1 }, call)).toJson()).toEqual({ partial: false, value: { a: 1 } });
  });

  it('BC-020 keeps small scalars of the top level in sight', async () => {
    const value = {
      status: 'partial',
      next: 'abc',
      rows: Array.from({ length: 2_000 }, (_, id) => ({ id, name: `n${id}` })),
    };
    const { preview } = (await bound(createBoundary({ maxResultBytes: 8_000 }), value, call)).toJson();
    expect(preview).toContain('"partial"');
    expect(preview).toContain('"abc"');
  });
});
