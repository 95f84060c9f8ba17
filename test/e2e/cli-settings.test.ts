import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keyOf, statedLimits, variableOf } from '../../packages/cli/test/lib/limits.ts';
import { buildSpillway, createSandbox, type Sandbox, spillway } from '../../packages/cli/test/lib/spillway.ts';

let sandbox: Sandbox;

/** A command that takes the limit. */
const commandOf = (flag: string) => (/turn|media|frame/.test(flag) ? ['wrap', '--', 'true'] : ['pipe']);

beforeAll(async () => {
  await buildSpillway();
  sandbox = createSandbox();
});
afterAll(() => sandbox.remove());

describe('a limit out of bounds', () => {
  const some = statedLimits.filter(({ flag }) => /result|frame|ttl/.test(flag));
  it.each(some)('$flag as a flag: exit code 2, one line, the bounds', async ({ flag, bounds }) => {
    const [command = '', ...rest] = commandOf(flag);
    const ran = await spillway(sandbox, [command, `${flag}=-1`, ...rest]);
    expect(ran).toMatchObject({ code: 2, stdout: Buffer.alloc(0) });
    expect(ran.stderr).toMatch(new RegExp(`^spillway: ${flag} must be .*${bounds}, not "-1"\n$`));
  });

  it('in every variable: a warning for each; the program starts', async () => {
    const env = { ...sandbox.env, ...Object.fromEntries(statedLimits.map((limit) => [variableOf(limit), 'NaN'])) };
    const ran = await spillway(sandbox, ['pipe'], { env, input: 'hello\n' });
    expect(ran).toMatchObject({ code: 0, stdout: Buffer.from('hello\n') });
    expect(ran.stderr.trimEnd().split('\n')).toHaveLength(9);
    for (const limit of statedLimits)
      expect(ran.stderr).toMatch(new RegExp(`${variableOf(limit)} must be .*${limit.bounds}`));
  });

  it('in a project’s spillway.json, and a key that means nothing: a warning for each; the program starts', async () => {
    const cwd = join(sandbox.folder, 'project', 'deep');
    mkdirSync(cwd, { recursive: true });
    const content = { ...Object.fromEntries(statedLimits.map((limit) => [keyOf(limit), -1])), maxBytes: 5 };
    writeFileSync(join(cwd, '..', 'spillway.json'), JSON.stringify(content));
    const ran = await spillway(sandbox, ['pipe'], { cwd, input: 'hello\n' });
    expect(ran).toMatchObject({ code: 0, stdout: Buffer.from('hello\n') });
    for (const limit of statedLimits)
      expect(ran.stderr).toMatch(new RegExp(`spillway: ${keyOf(limit)} must be .*${limit.bounds}`));
    expect(ran.stderr).toContain('"maxBytes" is no setting');
  });
});

describe('where a limit comes from', () => {
  const input = 'x'.repeat(3_000);
  const isBounded = async (args: string[], env: NodeJS.ProcessEnv = {}, cwd = sandbox.folder) => {
    const ran = await spillway(sandbox, ['pipe', ...args], { input, cwd, env: { ...sandbox.env, ...env } });
    return ran.stdout.toString().startsWith('[PARTIAL] ');
  };

  it('the flag before the environment before a named file before the project’s own, which only tightens', async () => {
    const cwd = join(sandbox.folder, 'tight');
    mkdirSync(cwd);
    writeFileSync(join(cwd, 'spillway.json'), '{"maxResultBytes": 2000}');
    const named = join(sandbox.folder, 'mine.json');
    writeFileSync(named, '{"maxResultBytes": 100000}');
    expect(await isBounded([])).toBe(false);
    expect(await isBounded(['--max-result-bytes', '2000'])).toBe(true);
    expect(await isBounded([], { SPILLWAY_MAX_RESULT_BYTES: '2000' })).toBe(true);
    expect(await isBounded(['--max-result-bytes', '4000'], { SPILLWAY_MAX_RESULT_BYTES: '2000' })).toBe(false);
    expect(await isBounded([], {}, cwd)).toBe(true);
    expect(await isBounded(['--config', named], {}, cwd)).toBe(false);
    expect(await isBounded(['--config', named], { SPILLWAY_MAX_RESULT_BYTES: '2000' }, cwd)).toBe(true);
    writeFileSync(join(cwd, 'spillway.json'), '{"maxResultBytes": 100000}');
    const loose = await spillway(sandbox, ['pipe'], { cwd, input: 'x' });
    expect(loose.stderr).toContain('may only be tightened here');
  });

  it('a named file that is not there is refused, a variable that means nothing is named', async () => {
    expect(await spillway(sandbox, ['pipe', '--config', 'no.json'])).toMatchObject({ code: 2 });
    const env = { ...sandbox.env, SPILLWAY_MAX_BYTES: '5', SPILLWAY_DEBUG: '' };
    const ran = await spillway(sandbox, ['pipe'], { env, input: 'x' });
    expect(ran.stderr).toBe('spillway: SPILLWAY_MAX_BYTES is not a setting of Spillway and is ignored\n');
  });
});
