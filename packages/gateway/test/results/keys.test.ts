import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { TestBoundary } from '../support/boundary.ts';
import { answerOf, deliver } from '../support/deliver.ts';
import { startGateway } from '../support/gateway.ts';

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const body = pem.split('\n').slice(1, -2);
const bodyBytes = body.join('').length;
const text = (value: string) => ({ type: 'text', text: value });
const holdsNone = (shown: string): boolean => body.every((line) => !shown.includes(line.slice(4, 40)));

describe('keys in tool results', () => {
  it('BC-088 are masked in a small result, which says how much was withheld', async () => {
    const { frame, message, handles } = await deliver(answerOf({ content: [text(`key:\n${pem}after\n`)] }));
    expect(holdsNone(frame.toString())).toBe(true);
    const [shown, note] = message.result.content;
    expect(shown.text.startsWith('key:\n-----BEGIN PRIVATE KEY-----\n[key withheld]')).toBe(true);
    expect(shown.text.endsWith('\n-----END PRIVATE KEY-----\nafter\n')).toBe(true);
    expect(note.text).toBe(`[${bodyBytes.toLocaleString('en-US')} bytes of private keys withheld]`);
    expect(handles).toEqual([]);
  });

  it('BC-089 BC-091 are masked in what is stored of a large one, and in the exact bytes of the server', async () => {
    const lines = 'an ordinary line of the result\n'.repeat(2_000);
    const produced = lines + pem + lines;
    const result = { content: [text(produced)], structuredContent: { note: 'x'.repeat(3_000), key: pem } };
    const { frame, handles, boundary } = await deliver(answerOf(result));
    expect(holdsNone(frame.toString())).toBe(true);
    const kept = (await boundary.read(handles[0] as string)).toString();
    expect(kept).toHaveLength(produced.length);
    expect(kept.replaceAll(/\[key withheld\] *\n/gu, '')).toBe(
      `${lines}-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----\n${lines}`,
    );
    const origin = (await boundary.readOrigin(handles[0] as string)).toString();
    expect(holdsNone(origin)).toBe(true);
    expect(JSON.parse(origin).structuredContent.note).toBe('x'.repeat(3_000));
  });

  it.each([40_000, 187_000])('of %d bytes are masked in a text that is taken while it arrives', async (size) => {
    // The server puts the id of the call in the place of ID.
    const base64 = randomBytes(size).toString('base64').replaceAll('ID', 'IE');
    const lines = base64.slice(0, size).match(/.{1,64}/gu) as string[];
    const large = `-----BEGIN PRIVATE KEY-----\n${lines.join('\n')}\n-----END PRIVATE KEY-----\n`;
    const log = 'an ordinary line of the result\n'.repeat(40_000);
    const { client, boundary } = startGateway();
    await client.initialize();
    const result = JSON.stringify({ content: [text(log + large + log)] });
    const { line, message } = await client.call('line', { line: `{"jsonrpc":"2.0","id":ID,"result":${result}}` }, 5);
    expect(lines.every((each) => !line.includes(each.slice(0, 40)))).toBe(true);
    const shown: string = message.result.content[0].text;
    expect(shown).toContain(`${size.toLocaleString('en-US')} B of keys withheld`);
    const handle = /r_[0-9a-z]+/u.exec(shown)?.[0] as string;
    const kept = (await (boundary as TestBoundary).read(handle)).toString();
    expect(kept.replaceAll(/\[key withheld\] *\n/gu, '')).toBe(
      `${log}-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----\n${log}`,
    );
    expect(
      await (boundary as TestBoundary).readOrigin(handle).then((origin) => origin.includes(lines[3] as string)),
    ).toBe(false);
  });

  it('are masked in the message of an error', async () => {
    const error = { jsonrpc: '2.0', id: 1, error: { code: -32_000, message: `cannot parse ${pem}` } };
    const { frame, text: shown } = await deliver(JSON.stringify(error));
    expect(holdsNone(frame.toString())).toBe(true);
    expect(shown).toContain('cannot parse -----BEGIN PRIVATE KEY-----');
  });

  it.each([
    [
      'a structured value',
      `{"jsonrpc":"2.0","id":ID,"result":${JSON.stringify({ content: [text('ok')], structuredContent: { key: pem } })}}`,
    ],
    [
      'a side field',
      `{"jsonrpc":"2.0","id":ID,"result":${JSON.stringify({ content: [text('ok')], _meta: { key: pem } })}}`,
    ],
    [
      'a text among others',
      `{"jsonrpc":"2.0","id":ID,"result":${JSON.stringify({ content: [text('ok'), text(pem), { type: 'image', data: 'aGk=', mimeType: 'image/png' }] })}}`,
    ],
    [
      'a resource',
      `{"jsonrpc":"2.0","id":ID,"result":${JSON.stringify({ content: [{ type: 'resource', resource: { uri: 'a:b', text: pem } }] })}}`,
    ],
    [
      'a blob',
      `{"jsonrpc":"2.0","id":ID,"result":${JSON.stringify({ content: [text('ok'), { type: 'resource', resource: { uri: 'a:b', blob: Buffer.from(pem).toString('base64') } }] })}}`,
    ],
    [
      'the data of an error',
      `{"jsonrpc":"2.0","id":ID,"error":${JSON.stringify({ code: -1, message: 'no', data: { key: pem } })}}`,
    ],
    [
      'a notification beside the answer',
      `${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/message', params: { data: pem } })}\n{"jsonrpc":"2.0","id":ID,"result":${JSON.stringify({ content: [text('ok')] })}}`,
    ],
  ])('do not go down in %s', async (_, line) => {
    const { client } = startGateway();
    await client.initialize();
    await client.call('line', { line }, 5);
    const down = client.lines.map((received) => received.line).join('\n');
    expect(down).toContain('BEGIN PRIVATE KEY'.slice(0, line.includes('"blob"') ? 0 : undefined));
    expect(holdsNone(down)).toBe(true);
    const decoded = [...down.matchAll(/[A-Za-z0-9+/]{60,}/gu)].map(([run]) =>
      Buffer.from(run, 'base64').toString('latin1'),
    );
    expect(decoded.every(holdsNone)).toBe(true);
    for (const received of client.lines) expect(() => JSON.parse(received.line)).not.toThrow();
  });
});
