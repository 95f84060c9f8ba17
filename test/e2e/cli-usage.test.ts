import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildSpillway, createSandbox, type Sandbox, spillway } from '../../packages/cli/test/lib/spillway.ts';

let sandbox: Sandbox;
const cli = (...args: string[]) => spillway(sandbox, args);
const commands = ['wrap', 'exec', 'pipe', 'read', 'grep', 'list', 'rm', 'map', 'demo'];

beforeAll(async () => {
  await buildSpillway();
  sandbox = createSandbox();
});
afterAll(() => sandbox.remove());

describe('help', () => {
  it('names every command', async () => {
    const ran = await cli('--help');
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    for (const command of commands) expect(ran.stdout.toString()).toMatch(new RegExp(`^  ${command} .*[a-z]`, 'm'));
  });

  it('of each command says what it does, its common options and its exit code or an example', async () => {
    const helps = await Promise.all(commands.map((command) => cli(command, '--help')));
    for (const { code, stdout } of helps) {
      expect(code).toBe(0);
      for (const option of ['--json', '--store <dir>', '--scope <name>', '--max-result-bytes <n>']) {
        expect(stdout.toString()).toContain(option);
      }
      expect(stdout.toString()).toMatch(/Exit code|Example/);
      expect(stdout.toString()).not.toContain('\u001b');
    }
  });

  it('is what a bare call prints, with exit code 2', async () => {
    const ran = await cli();
    expect(ran.code).toBe(2);
    expect(ran.stdout.toString()).toContain('Usage: spillway');
  });

  it('the version is the package’s', async () => {
    expect(await cli('--version')).toMatchObject({ code: 0, stdout: Buffer.from('0.1.0\n') });
  });
});

describe('mistakes in what was typed', () => {
  const mistakes: [args: string[], said: RegExp][] = [
    [['frob'], /^spillway: unknown command 'frob'.*see spillway --help\n$/],
    [['exec'], /^spillway: missing required argument 'command'/],
    [['exec', '--frob', '--', 'ls'], /^spillway: unknown option '--frob'/],
    [['list', 'extra'], /^spillway: too many arguments/],
    [['read'], /^spillway: missing required argument 'handle\|file'/],
    [['read', 'nothing-here'], /^spillway: "nothing-here" is neither a handle nor a file/],
    [['read', './nothing-here'], /^spillway: .*nothing-here does not exist/],
    [['read', 'r_00000000'], /^spillway: No result has the handle r_00000000/],
    [['read', '.'], /^spillway: .* is a directory/],
    [['read', 'x', '--start-line', '0'], /^spillway: --start-line must be a whole number, 1 to [\d,]+, not "0"/],
    [
      ['exec', '--timeout-ms', '1.5', '--', 'ls'],
      /^spillway: --timeout-ms must be a whole number, 1 to 2,147,483,647, not "1.5"/,
    ],
    [['grep', 'x'], /^spillway: missing required argument 'pattern'/],
  ];
  it.each(mistakes)('%j: one line, exit code 2, no stack', async (args, said) => {
    const ran = await cli(...args);
    expect(ran.code).toBe(2);
    expect(ran.stdout).toHaveLength(0);
    expect(ran.stderr).toMatch(said);
    expect(ran.stderr.trimEnd()).not.toContain('\n');
  });

  it('with --json are one JSON object on standard output', async () => {
    const ran = await cli('read', 'r_00000000', '--json');
    expect(ran).toMatchObject({ code: 2, stderr: '' });
    expect(JSON.parse(ran.stdout.toString())).toMatchObject({ error: { code: 'handle-unknown' } });
  });

  it('show a stack only when it is asked for', async () => {
    const env = { ...sandbox.env, SPILLWAY_DEBUG: '1' };
    const ran = await spillway(sandbox, ['read', 'r_00000000'], { env });
    expect(ran.stderr).toMatch(/\n\s+at /);
    expect(ran.code).toBe(2);
  });
});
