import { generateKeyPairSync } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDesk, type Desk } from '../support/in-process.ts';
import { handleIn } from '../support/spillway.ts';

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = privateKey.export({ type: 'pkcs1', format: 'pem' }).toString();
const body = pem.split('\n').slice(1, -2);
const bodyBytes = body.join('').length.toLocaleString('en-US');
const log = 'an ordinary line of the log\n'.repeat(500);
const holdsNone = (text: string): boolean => body.every((line) => !text.includes(line.slice(4, 40)));

let desk: Desk;
beforeAll(() => {
  desk = createDesk();
  writeFileSync(join(desk.folder, 'server.pem'), pem);
  writeFileSync(join(desk.folder, 'app.log'), log + pem + log);
});
afterAll(() => desk.remove());

describe('keys on a shell', () => {
  it.each([
    [['read', 'server.pem']],
    [['read', 'server.pem', '--raw']],
    [['read', 'app.log', '--start-line', '505']],
    [['read', 'app.log', '--offset', String(log.length + 300)]],
    [['grep', 'app.log', 'KEY-----|[A-Za-z0-9+/]{30,}', '--context-lines', '3']],
    [['tail', 'server.pem']],
    [['map', 'app.log']],
    [['exec', '--', 'cat', 'server.pem']],
    [['exec', '--', 'tail', '-n', '12', 'server.pem']],
    [['exec', '--max-result-bytes', '1024', '--', 'cat', 'app.log']],
    [['exec', '--json', '--', 'cat', 'server.pem']],
  ])('BC-088 are masked by spillway %j', async (args) => {
    const ran = await desk.call(args);
    expect(ran.stdout).not.toBe('');
    expect(holdsNone(ran.stdout + ran.stderr)).toBe(true);
  });

  it('are counted in the answer', async () => {
    expect((await desk.call(['read', 'server.pem'])).stdout).toContain(`${bodyBytes} bytes of private keys withheld`);
    expect((await desk.call(['map', 'app.log'])).stdout).toContain(`, ${bodyBytes} bytes of private keys withheld\n`);
    const piped = await desk.call(['pipe'], { input: pem });
    expect(piped.stdout).toContain(`[${bodyBytes} bytes of private keys withheld]`);
  });

  it('do not lie in the store, unless the owner includes them', async () => {
    const stored = (): string =>
      readdirSync(desk.folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && !/\.(?:log|pem)$/u.test(entry.name))
        .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
        .join('');
    const input = log + pem + log;
    const kept = await desk.call(['pipe', '--max-result-bytes', '2048'], { input });
    expect(kept.stdout).toContain(`${bodyBytes} B of keys withheld`);
    expect(holdsNone(stored())).toBe(true);
    expect((await desk.call(['read', handleIn(kept.stdout), '--raw'])).stdout).toHaveLength(input.length);
    const owned = await desk.call(['pipe', '--max-result-bytes', '2048', '--include-keys'], { input });
    expect((await desk.call(['read', handleIn(owned.stdout), '--raw', '--include-keys'])).stdout).toBe(input);
  });

  it('have every byte for an owner who includes them', async () => {
    expect((await desk.call(['exec', '--include-keys', '--', 'cat', 'server.pem'])).stdout).toContain(pem);
    expect((await desk.call(['read', 'server.pem', '--raw', '--include-keys'])).stdout).toBe(pem);
  });

  it('are refused where that is the policy', async () => {
    const refused = await desk.call(['read', 'server.pem', '--key-policy', 'refuse']);
    expect(refused.code).not.toBe(0);
    expect(refused.stderr).toContain('keyPolicy is refuse');
    expect(holdsNone(refused.stdout + refused.stderr)).toBe(true);
    const piped = await desk.call(['pipe', '--key-policy', 'refuse'], { input: pem });
    expect(piped.stdout).toContain('keyPolicy is refuse');
    expect((await desk.call(['pipe', '--key-policy', 'off'], { input: pem })).code).toBe(2);
  });
});
