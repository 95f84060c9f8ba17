import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDesk, type Desk } from '../support/in-process.ts';
import { keyOf, statedLimits, variableOf } from '../support/limits.ts';

let desk: Desk;

/** A command that takes the limit. */
const commandOf = (flag: string) => (/turn|media|frame/.test(flag) ? ['wrap', '--', 'true'] : ['pipe']);

beforeAll(() => {
  desk = createDesk();
});
afterAll(() => desk.remove());

describe('a limit out of bounds', () => {
  const some = statedLimits.filter(({ flag }) => /result|frame|ttl/.test(flag));
  it.each(some)('$flag as a flag: exit code 2, one line, the bounds', async ({ flag, bounds }) => {
    const [command = '', ...rest] = commandOf(flag);
    const ran = await desk.call([command, `${flag}=-1`, ...rest]);
    expect(ran).toMatchObject({ code: 2, stdout: '' });
    expect(ran.stderr).toMatch(new RegExp(`^spillway: ${flag} must be .*${bounds}, not "-1"\n$`));
  });

  it('in every variable: a warning for each; the program starts', async () => {
    const env = { ...Object.fromEntries(statedLimits.map((limit) => [variableOf(limit), 'NaN'])) };
    const ran = await desk.call(['pipe'], { env, input: 'hello\n' });
    expect(ran).toMatchObject({ code: 0, stdout: 'hello\n' });
    expect(ran.stderr.trimEnd().split('\n')).toHaveLength(11);
    for (const limit of statedLimits)
      expect(ran.stderr).toMatch(new RegExp(`${variableOf(limit)} must be .*${limit.bounds}`));
  });

  it('in a project’s spillway.json, and a key that means nothing: a warning for each; the program starts', async () => {
    const cwd = join(desk.folder, 'project', 'deep');
    mkdirSync(cwd, { recursive: true });
    const content = { ...Object.fromEntries(statedLimits.map((limit) => [keyOf(limit), -1])), maxBytes: 5 };
    writeFileSync(join(cwd, '..', 'spillway.json'), JSON.stringify(content));
    const ran = await desk.call(['pipe'], { cwd, input: 'hello\n' });
    expect(ran).toMatchObject({ code: 0, stdout: 'hello\n' });
    for (const limit of statedLimits)
      expect(ran.stderr).toMatch(new RegExp(`spillway: ${keyOf(limit)} must be .*${limit.bounds}`));
    expect(ran.stderr).toContain('"maxBytes" is no setting');
  });
});

describe('where a limit comes from', () => {
  const input = 'x'.repeat(3_000);
  const isBounded = async (args: string[], env: Record<string, string> = {}, cwd = desk.folder) => {
    const ran = await desk.call(['pipe', ...args], { input, cwd, env });
    return ran.stdout.startsWith('[PARTIAL] ');
  };

  it('the flag before the environment before a named file before the project’s own, which only tightens', async () => {
    const cwd = join(desk.folder, 'tight');
    mkdirSync(cwd);
    writeFileSync(join(cwd, 'spillway.json'), '{"maxResultBytes": 2000}');
    const named = join(desk.folder, 'mine.json');
    writeFileSync(named, '{"maxResultBytes": 100000}');
    expect(await isBounded([])).toBe(false);
    expect(await isBounded(['--max-result-bytes', '2000'])).toBe(true);
    expect(await isBounded([], { SPILLWAY_MAX_RESULT_BYTES: '2000' })).toBe(true);
    expect(await isBounded(['--max-result-bytes', '4000'], { SPILLWAY_MAX_RESULT_BYTES: '2000' })).toBe(false);
    expect(await isBounded([], {}, cwd)).toBe(true);
    expect(await isBounded(['--config', named], {}, cwd)).toBe(false);
    expect(await isBounded(['--config', named], { SPILLWAY_MAX_RESULT_BYTES: '2000' }, cwd)).toBe(true);
    writeFileSync(join(cwd, 'spillway.json'), '{"maxResultBytes": 100000}');
    const loose = await desk.call(['pipe'], { cwd, input: 'x' });
    expect(loose.stderr).toContain('may only be tightened here');
  });

  it('a named file that is not there is refused, a variable that means nothing is named', async () => {
    expect(await desk.call(['pipe', '--config', 'no.json'])).toMatchObject({ code: 2 });
    const env = { SPILLWAY_MAX_BYTES: '5', SPILLWAY_DEBUG: '' };
    const ran = await desk.call(['pipe'], { env, input: 'x' });
    expect(ran.stderr).toBe('spillway: SPILLWAY_MAX_BYTES is not a setting of Spillway and is ignored\n');
  });
});
