import { describe, expect, it } from 'vitest';
import { startGateway } from '../support/gateway.ts';

const lines = Array.from(
  { length: 20_000 },
  (_, index) => `line ${index + 1}${index === 13_337 ? ' ERROR checksum' : ''}\n`,
).join('');
const result = JSON.stringify({ content: [{ type: 'text', text: lines }] });

/** The literal calls that a text names. */
function callsOf(text: string): { name: string; args: Record<string, unknown> }[] {
  return [...text.matchAll(/^(\w+) (\{.*\})$/gm)].map(([, name, json]) => ({
    name: name as string,
    args: JSON.parse(json as string) as Record<string, unknown>,
  }));
}

/** What lies between a page's header and footer. */
const contentOf = (text: string): string => text.slice(text.indexOf('\n') + 1, text.lastIndexOf('\n'));

describe('calls of our readers', () => {
  it('are answered here, from the calls that a notice names, and never reach the server', async () => {
    const { client } = startGateway({ tools: ['{"tools":[]}'] });
    await client.initialize();
    const notice = (await client.call('raw', { result })).message.result.content[0].text as string;
    const calls = callsOf(notice);
    expect(calls.map(({ name }) => name)).toEqual(expect.arrayContaining(['read_result']));
    for (const { name, args } of calls) {
      const { message, bytes } = await client.call(name, args);
      expect(message.result.isError).toBeUndefined();
      expect(message.result.content).toHaveLength(1);
      expect(message.result.structuredContent).toBeUndefined();
      expect(bytes.length).toBeLessThanOrEqual(8_000);
    }
    const handle = calls[0]?.args.handle;
    const found = await client.call('grep_result', { handle, pattern: 'ERROR' });
    expect(found.message.result.content[0].text).toContain('13338: line 13338 »ERROR« checksum');
    const seen = Buffer.from((await client.call('received')).message.result.content[0].text, 'base64').toString();
    expect(seen).not.toContain('_result"');
  });

  it('tile the result: following the page calls rebuilds every byte', async () => {
    const { client } = startGateway();
    await client.initialize();
    const short = lines.slice(0, 60_000);
    const text = JSON.stringify({ content: [{ type: 'text', text: short }] });
    const notice = (await client.call('raw', { result: text })).message.result.content[0].text as string;
    const handle = /r_[0-9a-z]+/.exec(notice)?.[0];
    let args: object | undefined = { handle, lineNumbers: false };
    let rebuilt = '';
    for (let page = 0; args !== undefined && page < 50; page++) {
      const { message, bytes } = await client.call('read_result', args);
      expect(bytes.length).toBeLessThanOrEqual(8_000);
      const shown = message.result.content[0].text as string;
      rebuilt += contentOf(shown);
      args = callsOf(shown.replace(/^.* next: /m, ''))[0]?.args;
    }
    expect(rebuilt === short).toBe(true);
  });

  it('stay within the lines of a client that counts them', async () => {
    const { client } = startGateway();
    await client.initialize('opencode');
    const many = JSON.stringify({ content: [{ type: 'text', text: 'ab\n'.repeat(40_000) }] });
    const notice = (await client.call('raw', { result: many })).message.result.content[0].text as string;
    const handle = /r_[0-9a-z]+/.exec(notice)?.[0];
    for (const args of [
      { handle, lineCount: 5_000 },
      { handle, offset: 0, lineNumbers: false },
    ]) {
      const shown = (await client.call('read_result', args)).message.result.content[0].text as string;
      expect(shown.split('\n').length).toBeLessThanOrEqual(1_900);
      expect(shown.split('\n').length).toBeGreaterThan(500);
    }
  });

  it('say what is wrong with bad arguments, as errors', async () => {
    const { client } = startGateway();
    await client.initialize();
    for (const args of [{ handle: 'r_22222222' }, { handle: 5 }, { nonsense: true }, [], null, 'text']) {
      client.send({
        jsonrpc: '2.0',
        id: JSON.stringify(args),
        method: 'tools/call',
        params: { name: 'grep_result', arguments: args },
      });
      const { message } = await client.answer(JSON.stringify(args));
      expect(message.result.isError, JSON.stringify(args)).toBe(true);
      expect(message.result.content[0].text).not.toBe('');
    }
  });

  it('run beside a call that the server does not answer, and may be cancelled', async () => {
    const { client } = startGateway({}, { graces: { openCallsMs: 50 } });
    await client.initialize();
    client.send({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'never' } });
    client.send({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'read_result', arguments: {} } });
    client.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 2 } });
    expect((await client.call('read_result', {}, 3)).message.result.content[0].text).not.toBe('');
    expect(client.lines.map(({ message }) => message.id)).toEqual([100, 3]);
  });

  it('share one turn when they come in one burst', async () => {
    const gateway = startGateway(
      {},
      {
        limits: { maxResultBytes: 65_536, maxTurnBytes: 65_536, maxMediaBytes: 0, maxFrameBytes: 268_435_456 },
        configured: ['maxResultBytes'],
      },
    );
    const { client } = gateway;
    await client.initialize();
    const large = JSON.stringify({ content: [{ type: 'text', text: lines.repeat(4) }] });
    const notice = (await client.call('raw', { result: large })).message.result.content[0].text as string;
    const handle = /r_[0-9a-z]+/.exec(notice)?.[0];
    const reads = Array.from({ length: 8 }, (_, index) =>
      client.call('read_result', { handle, startLine: 1 + index * 9_000, lineCount: 9_000 }),
    );
    const answers = await Promise.all(reads);
    const sum = answers.reduce((total, { bytes }) => total + bytes.length, 0);
    expect(sum).toBeLessThanOrEqual(65_536);
    expect(sum).toBeGreaterThan(32_768);
  });
});
