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
  writeFileSync(join(desk.folder, 'deploy.txt'), pem);
  writeFileSync(join(desk.folder, 'app.log'), log + pem + log);
});
afterAll(() => desk.remove());

describe('keys on a shell', () => {
  it.each([
    [['read', 'deploy.txt']],
    [['read', 'deploy.txt', '--raw']],
    [['read', 'app.log', '--start-line', '505']],
    [['read', 'app.log', '--offset', String(log.length + 300)]],
    [['grep', 'app.log', 'KEY-----|[A-Za-z0-9+/]{30,}', '--context-lines', '3']],
    [['tail', 'deploy.txt']],
    [['map', 'app.log']],
    [['exec', '--', 'cat', 'deploy.txt']],
    [['exec', '--', 'tail', '-n', '12', 'deploy.txt']],
    [['exec', '--max-result-bytes', '1024', '--', 'cat', 'app.log']],
    [['exec', '--json', '--', 'cat', 'deploy.txt']],
  ])('BC-088 are masked by spillway %j', async (args) => {
    const ran = await desk.call(args);
    expect(ran.stdout).not.toBe('');
    expect(holdsNone(ran.stdout + ran.stderr)).toBe(true);
  });

  it('are counted in the answer', async () => {
    expect((await desk.call(['read', 'deploy.txt'])).stdout).toContain(`${bodyBytes} bytes of private keys withheld`);
    expect((await desk.call(['map', 'app.log'])).stdout).toContain(`, ${bodyBytes} bytes of private keys withheld\n`);
    const piped = await desk.call(['pipe'], { input: pem });
    expect(piped.stdout).toContain(`[${bodyBytes} bytes of private keys withheld]`);
  });

  it('do not lie in the store, unless the owner includes them', async () => {
    const stored = (): string =>
      readdirSync(desk.folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && !/\.(?:log|pem|txt|key)$/u.test(entry.name))
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
    expect((await desk.call(['exec', '--include-keys', '--', 'cat', 'deploy.txt'])).stdout).toContain(pem);
    expect((await desk.call(['read', 'deploy.txt', '--raw', '--include-keys'])).stdout).toBe(pem);
  });

  it('in files with the name of a key are not read without the owner, and what is plainly none is', async () => {
    writeFileSync(join(desk.folder, 'server.key'), Buffer.from('302e020100300506032b6570', 'hex'));
    writeFileSync(join(desk.folder, 'id_rsa'), pem);
    writeFileSync(join(desk.folder, 'words.key'), 'hello=needle\n');
    for (const args of [
      ['read', 'server.key'],
      ['read', 'id_rsa', '--raw'],
      ['tail', 'id_rsa'],
      ['grep', 'id_rsa', 'PRIVATE'],
      ['map', 'server.key'],
      ['query', 'server.key', '$'],
    ]) {
      const refused = await desk.call(args);
      expect(refused.code, args.join(' ')).toBe(2);
      expect(refused.stderr).toContain('has the name of a private key');
      expect(holdsNone(refused.stdout + refused.stderr)).toBe(true);
    }
    expect((await desk.call(['read', 'words.key'])).stdout).toContain('hello=needle');
    expect((await desk.call(['grep', '.', 'needle|PRIVATE', '--include', '*_rsa', '--include-keys'])).stdout).toContain(
      'id_rsa',
    );
    const searched = await desk.call(['grep', '.', 'needle|PRIVATE', '--json']);
    expect(JSON.parse(searched.stdout).skippedFiles).toMatchObject({
      reasons: expect.arrayContaining([{ reason: 'named as a private key', count: 2, first: './id_rsa' }]),
    });
    expect((await desk.call(['read', 'id_rsa', '--raw', '--include-keys'])).stdout).toBe(pem);
  });

  it('are refused where that is the policy', async () => {
    const refused = await desk.call(['read', 'deploy.txt', '--key-policy', 'refuse']);
    expect(refused.code).not.toBe(0);
    expect(refused.stderr).toContain('keyPolicy is refuse');
    expect(holdsNone(refused.stdout + refused.stderr)).toBe(true);
    const piped = await desk.call(['pipe', '--key-policy', 'refuse'], { input: pem });
    expect(piped.stdout).toContain('keyPolicy is refuse');
    expect((await desk.call(['pipe', '--key-policy', 'off'], { input: pem })).code).toBe(2);
  });
});
