import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createToolDesk, type ToolDesk } from '../support/tool-desk.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const bodyLines = privateKey.split('\n').slice(1, -2);

let desk: ToolDesk;
beforeAll(() => {
  desk = createToolDesk();
  writeFileSync(join(desk.folder, 'server.txt'), `before\n${privateKey}after\n`);
  writeFileSync(join(desk.folder, 'public.txt'), publicKey);
});
afterAll(() => desk.remove());

async function everythingKept(): Promise<string> {
  const { spillway } = desk.options;
  const { handles } = await spillway.list();
  const texts = handles.map(async ({ id }) => {
    const source = await spillway.open(id);
    return Buffer.from(await source.read(0, source.byteLength)).toString();
  });
  return (await Promise.all(texts)).join('\n');
}

describe('a private key that a command prints', () => {
  it.each([
    ['as it is', 'cat server.txt', /· 1,\d{3} B · [\d,]+ bytes of private keys withheld · end of result$/m],
    ['on standard error', 'cat server.txt >&2', /stderr · .* bytes of private keys withheld/],
    ['in colours', "printf '\\033[1mserver\\033[0m\\n'; cat server.txt", /withheld · terminal codes left out · r_/],
    ['in a flood', 'seq 1 30000; cat server.txt; seq 1 30000', /^\[PARTIAL\] /m],
  ])('BC-088 %s: no line of its body is shown or kept, and the lines around it are', async (_, command, words) => {
    const { text } = await desk.call('run_command', { command });
    expect(text).toMatch(words);
    const kept = await everythingKept();
    for (const line of bodyLines) expect(`${text}\n${kept}`.includes(line)).toBe(false);
    expect(text.includes('PARTIAL') ? kept : text).toContain('before\n-----BEGIN PRIVATE KEY-----\n');
    expect(text.includes('PARTIAL') ? kept : text).toContain('-----END PRIVATE KEY-----\nafter\n');
  });

  it('is told from a public key', async () => {
    const { text } = await desk.call('run_command', { command: 'cat public.txt' });
    expect(text).toContain(publicKey);
    expect(text).not.toContain('withheld');
  });
});
