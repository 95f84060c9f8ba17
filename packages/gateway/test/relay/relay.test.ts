import { PassThrough, type Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { startGateway } from '../support/gateway.ts';
import { LIMITS } from '../support/limits.ts';

const text = (value: string): string => JSON.stringify({ content: [{ type: 'text', text: value }] });

describe('what is not bounded', () => {
  it.each([
    [
      'spaces, odd numbers and escapes',
      '{ "jsonrpc" : "2.0", "id":ID , "result":{"content":[{"type":"text","text":"\\u00e9\\/"}],"n":1.0e2}}',
    ],
    ['the id last', '{"result":{"content":[{"type":"text","text":"a"}]},"id":ID,"jsonrpc":"2.0"}'],
    ['CR before the LF', '{"jsonrpc":"2.0","id":ID,"result":{"content":[{"type":"text","text":"a"}]}}\r'],
    [
      'a request for more input',
      '{"jsonrpc":"2.0","id":ID,"result":{"resultType":"input_required","requestState":"FILL","inputRequests":{}}}',
    ],
    ['a task', '{"jsonrpc":"2.0","id":ID,"result":{"task":{"taskId":"t","status":"working","x":"FILL"}}}'],
    [
      'members nobody knows',
      '{"jsonrpc":"2.0","id":ID,"result":{"content":[{"type":"hologram","x":[1]}]},"extra":{"a":null}}',
    ],
    ['an error', '{"jsonrpc":"2.0","id":ID,"error":{"code":-32602,"message":"no","data":[1]}}'],
  ])('goes down byte for byte: %s', async (_, pattern) => {
    const line = pattern.replace('FILL', 'x'.repeat(200_000));
    const { client } = startGateway();
    await client.initialize();
    const received = await client.call('line', { line }, 5);
    expect(received.line).toBe(line.replaceAll('ID', '5'));
  });

  it('BC-022 brings every code point from 0 to 255 and U+2028 and U+2029 down as they came', async () => {
    const { client } = startGateway();
    await client.initialize();
    const all = `${Array.from({ length: 256 }, (_, code) => String.fromCharCode(code)).join('')}\u2028\u2029`;
    const line = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/x', params: { all } });
    await client.call('line', { line: `${line}\n{"jsonrpc":"2.0","id":ID,"result":${text('end')}}` }, 1);
    expect(client.lines[1]?.line).toBe(line);
    expect(client.lines[1]?.message.params.all).toBe(all);
  });

  it('goes up byte for byte and in order', async () => {
    const { client } = startGateway();
    const lines = [
      '{"jsonrpc":"2.0","method":"notifications/roots/list_changed"}\n',
      '  {"params":{"name":"never","arguments":{"big":12345678901234567890}},"method":"tools/call","id":"a","jsonrpc":"2.0"}\r\n',
      'not JSON at all\n',
      '\n',
      '{"jsonrpc":"2.0","id":7,"method":"something/unknown","params":[1,2]}\n',
      '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"a"}}\n',
    ];
    for (const line of lines) client.send(line);
    const ask = '{"jsonrpc":"2.0","id":8,"method":"tools/call","params":{"name":"received"}}\n';
    client.send(ask);
    const { message } = await client.answer(8);
    expect(Buffer.from(message.result.content[0].text, 'base64').toString()).toBe([...lines, ask].join(''));
    expect((await client.answer(7)).message.error.code).toBe(-32_601);
  });

  it('keeps the order of answers, requests and notifications of the server', async () => {
    const { client } = startGateway();
    const counts = Array.from({ length: 200 }, (_, count) => count);
    const progress = counts.map(
      (count) => `{"jsonrpc":"2.0","method":"notifications/progress","params":{"count":${count}}}`,
    );
    await client.call(
      'line',
      { line: [...progress, `{"jsonrpc":"2.0","id":ID,"result":${text('end')}}`].join('\n') },
      1,
    );
    expect(client.lines.slice(0, 200).map(({ message }) => message.params.count)).toEqual(counts);
    expect(client.lines[200]?.message.id).toBe(1);
  });

  it('tells the ids of the two directions apart, and the string "1" from the number 1', async () => {
    const { client } = startGateway();
    client.send({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'ask', arguments: { ask: { id: 1, method: 'roots/list' } } },
    });
    const request = await client.find(({ message }) => message.method === 'roots/list');
    expect(request.line).toBe('{"jsonrpc":"2.0","id":1,"method":"roots/list"}');
    client.send({
      jsonrpc: '2.0',
      id: '1',
      method: 'tools/call',
      params: { name: 'raw', arguments: { result: text('for the string') } },
    });
    client.send({ jsonrpc: '2.0', id: 1, result: { roots: [] } });
    const outer = await client.find(({ message }) => message.id === 1 && message.result !== undefined);
    expect(outer.message.result.content[0].text).toBe('{"roots":[]}');
    expect((await client.answer('1')).message.result.content[0].text).toBe('for the string');
  });
});

describe('calls that are open at once', () => {
  it('share one turn, whatever order they are answered in', async () => {
    const limits = { ...LIMITS, maxTurnBytes: 65_536 };
    const { client } = startGateway({}, { limits, configured: ['maxResultBytes'] });
    await client.initialize();
    const result = (index: number): string => text(`${index} ${'INFO request served without a fault\n'.repeat(1_000)}`);
    const calls = Array.from({ length: 16 }, (_, index) =>
      client.call('later', { ms: 100 + ((index * 7) % 16) * 5, result: result(index) }, index),
    );
    const answers = await Promise.all(calls);
    expect(answers.reduce((sum, { bytes }) => sum + bytes.length, 0)).toBeLessThanOrEqual(65_536);
    for (const { message } of answers) expect(message.result.content[0].text).toMatch(/^\[PARTIAL\].* r_[0-9a-z]+/);
    const alone = await client.call('raw', { result: result(16) });
    expect(alone.message.result.content[0].text).toMatch(/^16 INFO/);
  });
});

describe('an id that is used again while it is open', () => {
  const big = text('y'.repeat(1_000_000));

  // Fails when an answer is taken for that of the call with its id that was opened last.
  it.each([
    ['the tool call first', ['tools/call', 'ping']],
    ['the tool call last', ['ping', 'tools/call']],
  ])('has every call answered, and nothing unbounded: %s', async (_, methods) => {
    const { client } = startGateway({ answers: { ping: '{"jsonrpc":"2.0","id":ID,"result":{}}' } });
    await client.initialize();
    for (const method of methods) {
      const params = method === 'ping' ? {} : { name: 'raw', arguments: { result: big } };
      client.send({ jsonrpc: '2.0', id: 9, method, params });
    }
    await client.request('ping', {}, 10);
    const answers = client.lines.filter(({ message }) => message.id === 9);
    expect(answers).toHaveLength(2);
    expect(answers.some(({ line }) => /^.{0,80}\[PARTIAL\] .* r_[0-9a-z]+ keeps all/.test(line))).toBe(true);
    for (const { bytes } of answers) expect(bytes.length).toBeLessThanOrEqual(8_000);
  });

  it.each([
    ['still open', false],
    ['cancelled', true],
  ])('is bounded where the tool call was %s', async (_, isCancelled) => {
    // Never answered, so that the answer of the tool call comes while it is open.
    const { client } = startGateway({ answers: { 'resources/read': '' } });
    await client.initialize();
    client.send({
      jsonrpc: '2.0',
      id: 9,
      method: 'tools/call',
      params: { name: 'later', arguments: { ms: 50, result: big } },
    });
    if (isCancelled) client.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 9 } });
    client.send({ jsonrpc: '2.0', id: 9, method: 'resources/read', params: {} });
    await client.call('later', { ms: 100, result: text('end') }, 10);
    const answers = client.lines.filter(({ message }) => message.id === 9);
    expect(answers.length).toBeGreaterThan(0);
    for (const { bytes } of answers) expect(bytes.length).toBeLessThanOrEqual(8_000);
  });
});

describe('a server with bad manners', () => {
  it('BC-028 skips and reports what is no message, and relays what follows', async () => {
    const noise = [
      'Server v1.2 started',
      '',
      '{"level":30,"msg":"pino"}',
      '{"jsonrpc":"2.0","id":',
      '[1,2]',
      '"text"',
      '\ufeff',
    ];
    const gateway = startGateway({ banner: `${noise.join('\n')}\n\r\n` });
    await gateway.client.initialize();
    const line = `${noise.join('\r\n')}\r\n\ufeff{"jsonrpc":"2.0","id":ID,"result":{"content":[{"type":"text","text":"after"}]}}`;
    const { line: received } = await gateway.client.call('line', { line }, 3);
    expect(received).toBe('{"jsonrpc":"2.0","id":3,"result":{"content":[{"type":"text","text":"after"}]}}');
    expect(gateway.client.lines.map(({ message }) => message.id)).toEqual([100, 3]);
    expect(gateway.stderr()).toContain('Server v1.2 started');
    expect(gateway.stderr()).toContain('pino');
  });

  it('reports noise without end in at most 50 lines of 350 bytes', async () => {
    const gateway = startGateway({ banner: `${'noise \u001b[31m'.repeat(100)}\n`, repeats: 500 });
    await gateway.client.initialize();
    const lines = gateway
      .stderr()
      .split('\n')
      .filter((line) => line !== '');
    expect(lines).toHaveLength(50);
    expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThan(350);
    expect(gateway.stderr()).not.toContain('\u001b');
  });

  it('relays a second answer and an answer to nobody when they are small, and drops them when they are not', async () => {
    const gateway = startGateway();
    const { client } = gateway;
    await client.initialize();
    const big = `{"jsonrpc":"2.0","id":ID,"result":${text('y'.repeat(100_000))}}`;
    const small = `{"jsonrpc":"2.0","id":ID,"result":${text('small')}}`;
    await client.call(
      'line',
      { line: `${small}\n${small}\n${big}\n${small.replace('ID', '999')}\n${big.replace('ID', '998')}` },
      1,
    );
    await client.call('line', { line: small }, 2);
    expect(client.lines.map(({ message }) => message.id)).toEqual([100, 1, 1, 999, 2]);
    expect(gateway.stderr()).toMatch(/dropped an answer of 100\d{3} bytes that no open call asked for, id 1\n/);
  });

  it('BC-145 drops the late answer of a cancelled call, and holds nothing of it', async () => {
    const gateway = startGateway();
    const { client } = gateway;
    await client.initialize();
    client.send({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'later', arguments: { ms: 60, result: text('late') } },
    });
    client.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1, reason: 'timeout' } });
    await client.call('later', { ms: 120, result: text('in time') }, 2);
    expect(client.lines.map(({ message }) => message.id)).toEqual([100, 2]);
    expect(gateway.stderr()).toContain('dropped the answer of a cancelled call, id 1');
  });

  it('BC-145 goes on beside a server that never reads: a cancel is seen, our readers answer, another server is not touched', async () => {
    const stuck = startGateway({ reads: false }, { graces: { openCallsMs: 50, killMs: 50 } });
    const other = startGateway();
    for (let id = 1; id <= 3; id++) {
      stuck.client.send({
        jsonrpc: '2.0',
        id,
        method: 'tools/call',
        params: { name: 'x', arguments: { a: 'a'.repeat(1_000_000) } },
      });
    }
    stuck.client.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } });
    expect((await stuck.client.call('read_result', {}, 4)).message.id).toBe(4);
    await other.client.initialize();
    expect((await other.client.call('text', { length: 10 })).message.result.content[0].text).toHaveLength(10);
  });

  it('takes messages in batches, both ways', async () => {
    const { client } = startGateway();
    await client.initialize('test', '2025-03-26');
    const call = (id: number, name: string, args: object): object => ({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name, arguments: args },
    });
    client.send([
      call(1, 'read_result', {}),
      call(2, 'raw', { result: text('two') }),
      call(3, 'raw', { result: text('three') }),
    ]);
    expect((await client.answer(2)).message.result.content[0].text).toBe('two');
    expect((await client.answer(3)).message.result.content[0].text).toBe('three');
    expect((await client.answer(1)).message.id).toBe(1);
    const both = `[{"jsonrpc":"2.0","id":ID,"result":${text('a')}},{"jsonrpc":"2.0","method":"notifications/x"}]`;
    client.send(call(9, 'line', { line: both }));
    expect((await client.find(({ message }) => Array.isArray(message))).line).toBe(both.replace('ID', '9'));
  });
});

describe('messages of every size', () => {
  function slowly(stdout: Readable): Readable {
    const slow = new PassThrough({ highWaterMark: 1 });
    (async () => {
      for await (const chunk of stdout) {
        for (let at = 0; at < chunk.length; at += 65_536) {
          slow.write(chunk.subarray(at, at + 65_536));
          await sleep(1);
        }
      }
      slow.end();
    })();
    return slow;
  }

  it('BC-024 brings sizes around every power of two whole to a slow reader', async () => {
    const { client } = startGateway({}, { fromGateway: slowly, limits: { ...LIMITS, maxResultBytes: 1_048_576 } });
    await client.initialize();
    for (let power = 10; power <= 23; power++) {
      for (const length of [2 ** power - 1, 2 ** power, 2 ** power + 1]) {
        const body = 'z'.repeat(length - 60);
        const line = `{"jsonrpc":"2.0","method":"notifications/x","params":{"a":"${body}"}}`;
        client.send(
          `{"jsonrpc":"2.0","id":${length},"method":"tools/call","params":{"name":"line","arguments":{"line":${JSON.stringify(line)}}}}\n`,
        );
        const received = await client.find(
          (one) => one.message.method === 'notifications/x' && one.line.length === line.length,
        );
        expect(received.line === line).toBe(true);
        client.lines.length = 0;
      }
    }
  }, 60_000);

  it('BC-143 takes a message in one-byte pieces', async () => {
    const { client } = startGateway();
    await client.initialize();
    const line = `{"jsonrpc":"2.0","id":ID,"result":${text('é'.repeat(2_000))}}`;
    const received = await client.call('pieces', { text: line, size: 1 }, 1);
    expect(received.line).toBe(line.replace('ID', '1'));
  });

  it.each([
    ['first', false],
    ['last', true],
  ])(
    'BC-023 BC-165 fails one call for a message over the limit, naming both numbers, with the id %s',
    async (_, idLast) => {
      const limits = { ...LIMITS, maxFrameBytes: 1_048_576 };
      const gateway = startGateway({}, { limits });
      const { client } = gateway;
      await client.initialize();
      const calls = [
        client.call('text', { length: 10, idLast }, 1),
        client.call('text', { length: 3_000_000, idLast }, 'two'),
        client.call('text', { length: 20, idLast }, 3),
      ];
      const [before, over, after] = await Promise.all(calls);
      expect(before?.message.result.content[0].text).toHaveLength(10);
      expect(after?.message.result.content[0].text).toHaveLength(20);
      const shell = '{"jsonrpc":"2.0","id":"two","result":{"content":[{"type":"text","text":""}]}}';
      expect(over?.message.error).toEqual({
        code: -32_603,
        message: expect.stringMatching(/is 3000\d{3} bytes, over the limit of 1048576 bytes/),
        data: { reason: 'message-too-large', byteLength: 3_000_000 + shell.length, maxFrameBytes: 1_048_576 },
      });
      expect(over?.message.result).toBeUndefined();
    },
  );

  it('BC-023 answers the client itself for a request over the limit, and the server gets what follows', async () => {
    const { client } = startGateway({}, { limits: { ...LIMITS, maxFrameBytes: 1_048_576 } });
    await client.initialize();
    const over = await client.call('raw', { result: text('x'), fill: 'y'.repeat(2_000_000) }, 1);
    expect(over.message.error.message).toMatch(/message to the server is 2000\d{3} bytes, over the limit of 1048576/);
    expect((await client.call('raw', { result: text('next') }, 2)).message.result.content[0].text).toBe('next');
  });

  it('BC-143 reports a line without end and takes the next call', async () => {
    const gateway = startGateway({}, { limits: { ...LIMITS, maxFrameBytes: 1_048_576 } });
    await gateway.client.initialize();
    expect(
      (await gateway.client.call('noise', { length: 4_000_000, result: text('next') }, 1)).message.result.content[0]
        .text,
    ).toBe('next');
    expect(gateway.stderr()).toContain('4000000 bytes, over the limit of 1048576');
  });
});
