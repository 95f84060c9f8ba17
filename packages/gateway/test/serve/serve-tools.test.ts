import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { modernMeta, startServer, toolOf } from '../support/serve.ts';

/** Answers with as much text as there is room for, and says how much that is. */
const filling = toolOf('fill', async (_, { maxBytes }) => {
  const page = { room: maxBytes };
  const rest = maxBytes - JSON.stringify([{ type: 'text', text: '' }]).length - JSON.stringify(page).length;
  return { text: 'x'.repeat(rest), isError: false, page };
});

/** Runs until it is told to end, and notes both. */
const waiting = (notes: string[]) =>
  toolOf('wait', async (_, { signal }) => {
    notes.push('began');
    await new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve()));
    await sleep(50);
    notes.push('ended');
    return { text: 'told to end', isError: false };
  });

async function untilNoted(notes: readonly string[], note: string): Promise<void> {
  while (!notes.includes(note)) await sleep(10);
}

const budgets: [client: string, maxBytes: number][] = [
  ['claude-code', 32_000],
  ['codex-mcp-client', 9_500],
  ['opencode', 48_000],
  ['somebody', 8_000],
];

describe('what a client is told', () => {
  it('at initialize: the version it asked for, tools, and who we are', async () => {
    const { client } = startServer(() => [filling]);
    const { message } = await client.initialize('somebody', '2025-06-18');
    expect(message.result).toEqual({
      protocolVersion: '2025-06-18',
      capabilities: { tools: {} },
      serverInfo: { name: 'test-server', version: '1.2.3' },
      instructions: 'Nothing to say.',
    });
    expect((await client.request('ping')).message.result).toEqual({});
  });

  it('in the later era: by server/discover, and with each answer', async () => {
    const { client } = startServer(() => [filling]);
    const _meta = modernMeta('somebody');
    const { message } = await client.request('server/discover', { _meta });
    expect(message.result).toMatchObject({ supportedVersions: ['2026-07-28'], resultType: 'complete' });
    const list = await client.request('tools/list', { _meta });
    expect(list.message.result).toMatchObject({ resultType: 'complete', cacheScope: 'private' });
    const called = await client.request('tools/call', { _meta, name: 'fill', arguments: {} });
    expect(called.message.result).toMatchObject({
      resultType: 'complete',
      _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'test-server', version: '1.2.3' } },
    });
  });

  it('of a version that nobody knows: an error that names those we know', async () => {
    const { client } = startServer(() => [filling]);
    const _meta = { ...modernMeta('somebody'), 'io.modelcontextprotocol/protocolVersion': '2031-01-01' };
    const { error } = (await client.request('server/discover', { _meta })).message;
    expect(error).toMatchObject({ code: -32022, data: { supported: ['2026-07-28'], requested: '2031-01-01' } });
  });

  it('of tools: the readers first, read-only and always loaded; the rest as they are', async () => {
    const { client } = startServer(() => [filling]);
    await client.initialize();
    const { tools } = (await client.request('tools/list')).message.result;
    expect(tools.map(({ name }: { name: string }) => name)).toEqual(['read_result', 'grep_result', 'fill']);
    for (const reader of tools.slice(0, 2)) {
      expect(reader._meta).toEqual({ 'anthropic/alwaysLoad': true });
      expect(reader.annotations.readOnlyHint).toBe(true);
    }
    expect(tools[2]).toEqual({
      name: 'fill',
      title: 'fill',
      description: 'The tool fill.',
      inputSchema: { type: 'object', properties: {}, additionalProperties: false },
      annotations: { readOnlyHint: true, idempotentHint: false, openWorldHint: false, destructiveHint: false },
    });
  });

  it('of a tool that there is not: an error of the protocol; of one that fails: a result', async () => {
    const failing = toolOf('fail', () => Promise.reject(new Error('the inner words')));
    const { client } = startServer(() => [failing]);
    await client.initialize();
    const unknown = (await client.call('nothing')).message;
    expect(unknown.error).toEqual({ code: -32602, message: 'Unknown tool: nothing' });
    const failed = (await client.call('fail')).message.result;
    expect(failed.isError).toBe(true);
    expect(failed.content[0].text).toMatch(/^\[internal\] /);
    const wrong = (await client.call('fail', { what: 1 })).message.result;
    expect(wrong.isError).toBe(true);
    expect(wrong.content[0].text).toMatch(/^\[request-invalid\] fail has no parameter "what"/);
  });
});

describe('the budget', () => {
  it.each(budgets)(
    'of %s is %i bytes: tools are made for it, and the whole frame is within it',
    async (name, bytes) => {
      const asked: number[] = [];
      const { client } = startServer(({ maxResultBytes }) => {
        asked.push(maxResultBytes);
        return [filling];
      });
      await client.initialize(name);
      for (const id of [7, 'a'.repeat(700)]) {
        const { bytes: frame, message } = await client.call('fill', {}, id);
        expect(frame.length).toBeLessThanOrEqual(bytes);
        expect(frame.length).toBeGreaterThan(bytes - 200);
        expect(message.result._meta['spillway/page']).toEqual({ room: expect.any(Number) });
        expect(message.result.structuredContent).toBeUndefined();
      }
      expect(asked).toEqual([bytes]);
    },
  );

  it.each(budgets)('of %s is the same in the later era, who we are included', async (name, bytes) => {
    const { client } = startServer(() => [filling]);
    const { bytes: frame } = await client.request('tools/call', { _meta: modernMeta(name), name: 'fill' });
    expect(frame.length).toBeLessThanOrEqual(bytes);
    expect(frame.length).toBeGreaterThan(bytes - 200);
  });

  it('is what the user set, where the user set one', async () => {
    const limits = { maxResultBytes: 20_000, maxTurnBytes: 262_144, maxMediaBytes: 0, maxFrameBytes: 10_000_000 };
    const { client } = startServer(() => [filling], { limits, configured: ['maxResultBytes'] });
    await client.initialize('codex-mcp-client');
    const { length } = (await client.call('fill')).bytes;
    expect(length).toBeGreaterThan(19_800);
    expect(length).toBeLessThanOrEqual(20_000);
  });

  it('is shared by the calls of one burst', async () => {
    const limits = { maxResultBytes: 65_536, maxTurnBytes: 65_536, maxMediaBytes: 0, maxFrameBytes: 10_000_000 };
    const { client } = startServer(() => [filling], { limits, configured: ['maxResultBytes'] });
    await client.initialize();
    const sizes = await Promise.all([1, 2, 3, 4].map(async (id) => (await client.call('fill', {}, id)).bytes.length));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(65_536);
    expect(Math.min(...sizes)).toBeGreaterThan(15_000);
  });

  // Fails when a tool is called again for a smaller answer whatever it does.
  it('of lines is met without running a command twice', async () => {
    let runs = 0;
    const many = async () => {
      runs += 1;
      return { text: `done ${runs}\n${'short\n'.repeat(5_000)}`, isError: false, page: { complete: true } };
    };
    const { client } = startServer(() => [toolOf('run', many, { readOnly: false })]);
    await client.initialize('opencode');
    const { result } = (await client.call('run')).message;
    const text: string = result.content[0].text;
    expect(runs).toBe(1);
    expect(text).toMatch(/^\[PARTIAL\] .* 5,001 lines/);
    expect(text).toContain('1| done 1');
    expect(text.split('\n').length).toBeLessThanOrEqual(1_900);
    expect(result._meta).toBeUndefined();
    const handle = /r_[0-9a-z]+/.exec(text)?.[0];
    const last = (await client.call('read_result', { handle, startLine: 5_001 })).message.result;
    expect(last.content[0].text).toContain('5001| short');
  });
});

describe('messages', () => {
  it('of a megabyte and more are taken, in lines of any size', async () => {
    const length = toolOf(
      'length',
      async ({ text }) => ({ text: `${(text as string).length} characters`, isError: false }),
      { parameters: [{ name: 'text', type: 'string', description: 'Any.' }] },
    );
    const { client } = startServer(() => [length]);
    await client.initialize();
    const called = await client.call('length', { text: 'ü"\n'.repeat(5_000_000) });
    expect(called.message.result.content[0].text).toBe('15000000 characters');
  });

  it('over the limit are refused by their id, and the connection goes on', async () => {
    const limits = { maxResultBytes: 65_536, maxTurnBytes: 65_536, maxMediaBytes: 0, maxFrameBytes: 100_000 };
    const { client, stderr } = startServer(() => [filling], { limits });
    await client.initialize();
    const { error } = (await client.call('fill', { text: 'y'.repeat(200_000) }, 'big')).message;
    expect(error).toMatchObject({ code: -32603, data: { reason: 'message-too-large', maxFrameBytes: 100_000 } });
    expect(error.message).toContain('Nothing was done');
    expect((await client.call('fill', {}, 9)).message.result.isError).toBeUndefined();
    expect(stderr()).toMatch(/^spillway: the message of the client is 200\d{3} bytes/);
  });

  it('that are none are skipped and told, blank lines without a word; a batch is answered one by one', async () => {
    const { client, stderr } = startServer(() => [filling]);
    await client.initialize();
    client.send('not JSON\n\n  \n7\n[1]\n');
    const ping = (id: number) => ({ jsonrpc: '2.0', id, method: 'ping' });
    client.send(`${JSON.stringify([ping(501), ping(502)])}\n`);
    expect((await client.answer(501)).message.result).toEqual({});
    expect((await client.answer(502)).message.result).toEqual({});
    expect(stderr().match(/is no message; it was skipped/g)).toHaveLength(3);
  });

  it.each([
    ['a method that is no text', { jsonrpc: '2.0', method: 5 }, -32600],
    ['no method', { jsonrpc: '2.0' }, -32600],
    ['another version', { method: 'ping' }, -32600],
    ['params that are a number', { jsonrpc: '2.0', method: 'tools/call', params: 5 }, -32602],
    ['params that are a list', { jsonrpc: '2.0', method: 'tools/call', params: [1] }, -32602],
  ])('with an id and %s are answered as errors of the protocol', async (_, message, code) => {
    const { client } = startServer(() => [filling]);
    await client.initialize();
    client.send({ ...message, id: 'odd' });
    expect((await client.answer('odd')).message.error).toMatchObject({ code });
    expect((await client.request('ping')).message.result).toEqual({});
  });
});

describe('calls that take their time', () => {
  it.each([false, true])(
    'are aborted when the client cancels them, and not answered (later era: %s)',
    async (isModern) => {
      const notes: string[] = [];
      const { client } = startServer(() => [waiting(notes)]);
      const _meta = isModern ? modernMeta('somebody') : {};
      if (!isModern) await client.initialize();
      client.send({ jsonrpc: '2.0', id: 41, method: 'tools/call', params: { name: 'wait', _meta } });
      await untilNoted(notes, 'began');
      client.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 41, reason: 'enough' } });
      await untilNoted(notes, 'ended');
      await client.request('tools/list', { _meta });
      expect(client.lines.filter(({ message }) => message.id === 41)).toEqual([]);
    },
  );

  it('run side by side: a quick one is answered while a slow one runs', async () => {
    const { client } = startServer(() => [waiting([]), filling], { graces: { openCallsMs: 0 } });
    await client.initialize();
    client.send({ jsonrpc: '2.0', id: 41, method: 'tools/call', params: { name: 'wait' } });
    expect((await client.call('fill')).message.result.isError).toBeUndefined();
  });

  const eras = [false, true];
  it.each(eras)(
    'tell of their progress where there is a token, and no more once answered (later era: %s)',
    async (isModern) => {
      const slow = toolOf('slow', async () => {
        await sleep(400);
        return { text: 'done', isError: false };
      });
      const { client } = startServer(() => [slow], { progressMs: 30 });
      const _meta = isModern ? modernMeta('somebody') : {};
      if (!isModern) await client.initialize();
      await client.request('tools/call', { name: 'slow', _meta });
      expect(client.lines.filter(({ message }) => message.method !== undefined)).toEqual([]);
      await client.request('tools/call', { name: 'slow', _meta: { ..._meta, progressToken: 'p1' } }, 'slow');
      await sleep(100);
      const told = client.lines.filter(({ message }) => message.method === 'notifications/progress');
      const progress = told.map(({ message }) => message.params.progress as number);
      expect(told[0]?.message.params).toMatchObject({
        progressToken: 'p1',
        message: expect.stringMatching(/^slow has been running for \d+ s$/),
      });
      expect(progress.length).toBeGreaterThan(1);
      expect(progress.every((value, at) => at === 0 || value > (progress[at - 1] as number))).toBe(true);
      const answeredAt = client.lines.findIndex(({ message }) => message.id === 'slow');
      expect(told.every((line) => client.lines.indexOf(line) < answeredAt)).toBe(true);
    },
  );
});

describe('the end', () => {
  it('of the input: what was asked is answered, then it ends with 0', async () => {
    const slow = toolOf('slow', async () => {
      await sleep(300);
      return { text: 'done', isError: false };
    });
    const { client, exit } = startServer(() => [slow], { graces: { openCallsMs: 60_000 } });
    client.send({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'slow' } });
    client.close();
    expect((await client.answer(1)).message.result.content[0].text).toBe('done');
    expect(await exit).toEqual({ code: 0, signal: null });
  });

  it('of the input: calls that go on are aborted after a while, and have ended when it is over', async () => {
    const notes: string[] = [];
    const { client, exit } = startServer(() => [waiting(notes)], { graces: { openCallsMs: 100 } });
    await client.initialize();
    client.send({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'wait' } });
    await untilNoted(notes, 'began');
    client.close();
    expect(await exit).toEqual({ code: 0, signal: null });
    expect(notes).toEqual(['began', 'ended']);
  });

  it('of a client that reads no more: calls are aborted at once and have ended', async () => {
    const notes: string[] = [];
    const { client, exit, stdout } = startServer(() => [waiting(notes)]);
    await client.initialize();
    client.send({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'wait' } });
    await untilNoted(notes, 'began');
    stdout.destroy();
    expect(await exit).toEqual({ code: 0, signal: null });
    expect(notes).toEqual(['began', 'ended']);
  });

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'by %s: calls are aborted at once and have ended',
    async (signal) => {
      const notes: string[] = [];
      const { client, exit, signals } = startServer(() => [waiting(notes)]);
      await client.initialize();
      client.send({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'wait' } });
      await untilNoted(notes, 'began');
      signals.emit(signal);
      expect(await exit).toEqual({ code: null, signal });
      expect(notes).toEqual(['began', 'ended']);
      expect(signals.listenerCount(signal)).toBe(0);
    },
  );
});
