import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDesk, type Desk } from './support/in-process.ts';

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const body = pem.split('\n').slice(1, -2);

let desk: Desk;
beforeAll(() => {
  desk = createDesk();
});
afterAll(() => desk.remove());

describe('a key that was typed in the place of a name', () => {
  const calls: [what: string, args: string[]][] = [
    ['a command', [pem]],
    ['a handle or file', ['read', `r_${pem}`]],
    ['a file', ['read', `./${pem}`]],
    ['a program', ['exec', '--', `nothing-${pem}`]],
    ['a program, as JSON', ['exec', '--json', '--', `nothing-${pem}`]],
    ['a file, as JSON', ['read', '--json', `./${pem}`]],
    ['a number', ['read', 'x', '--offset', pem]],
    ['a folder', ['ls', `./${pem}`]],
  ];
  // Fails when a line for people, or the message of an error, is printed as it was made.
  it.each(calls)('is not repeated by the error: %s', async (_, args) => {
    const { code, stdout, stderr } = await desk.call(args);
    expect(code).not.toBe(0);
    expect(stdout + stderr).toContain('of a private key withheld');
    for (const line of body) expect(stdout + stderr).not.toContain(line.slice(0, 16));
  });

  it('is not repeated by a warning of the environment', async () => {
    const { stdout, stderr } = await desk.call(['list'], { env: { SPILLWAY_MAX_RESULT_BYTES: pem } });
    expect(stderr).toContain('SPILLWAY_MAX_RESULT_BYTES');
    for (const line of body) expect(stdout + stderr).not.toContain(line.slice(0, 16));
  });
});
