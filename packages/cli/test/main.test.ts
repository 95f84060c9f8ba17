import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadCommands } from '../src/commands.ts';
import { createDesk, type Desk } from './support/in-process.ts';

let desk: Desk;
beforeAll(() => {
  desk = createDesk();
});
afterAll(() => desk.remove());

const withStore = ['wrap', 'exec', 'pipe', 'read', 'grep', 'list', 'rm', 'map', 'demo'];
const commands = [...withStore, 'classify'];

describe('help', () => {
  it('names every command with what it does', async () => {
    const ran = await desk.call(['--help']);
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    for (const command of commands) expect(ran.stdout).toMatch(new RegExp(`^  ${command} .*[a-z]`, 'm'));
  });

  it.each(commands)('of %s says what it does, its options, and its exit code or an example', async (command) => {
    const { code, stdout } = await desk.call([command, '--help']);
    expect(code).toBe(0);
    for (const option of ['--json', '-h, --help']) expect(stdout).toContain(`  ${option}`);
    for (const option of ['--store <dir>', '--scope <name>', '--max-result-bytes <n>']) {
      expect(stdout.includes(`  ${option}`)).toBe(withStore.includes(command));
    }
    expect(stdout).toMatch(/Exit code|Example/);
    expect(stdout).not.toContain('\u001b');
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(120);
    expect((await desk.call(['help', command])).stdout).toBe(stdout);
  });

  it('is what a bare call prints, with exit code 2', async () => {
    const ran = await desk.call([]);
    expect(ran.code).toBe(2);
    expect(ran.stdout).toContain('Usage: spillway');
  });

  it('the version is the package’s', async () => {
    expect(await desk.call(['--version'])).toMatchObject({ code: 0, stdout: '0.1.0\n', stderr: '' });
  });
});

describe('a flag of another program', () => {
  it.each(['grep', 'read', 'tail', 'ls'])('that %s names is none of its own', async (command) => {
    const [spec] = await loadCommands([command]);
    const own = spec?.options.flatMap(({ flags }) => flags.match(/--?[A-Za-z][a-z-]*/g) ?? []);
    const foreign = Object.keys(spec?.foreignFlags ?? {}).flatMap((flags) => flags.split(', '));
    expect(foreign.length).toBeGreaterThan(0);
    expect(foreign.filter((flag) => own?.includes(flag) || ['-h', '--help'].includes(flag))).toEqual([]);
    expect(new Set(foreign).size).toBe(foreign.length);
    for (const flag of foreign)
      expect((await desk.call([command, flag])).stderr).toContain(`unknown option '${flag}': `);
  });
});

describe('mistakes in what was typed', () => {
  const mistakes: [args: string[], said: RegExp][] = [
    [['frob'], /^spillway: unknown command 'frob'.*see spillway --help\n$/],
    [['constructor'], /^spillway: unknown command 'constructor'/],
    [['exec'], /^spillway: missing required argument 'command'/],
    [['exec', '--frob', '--', 'ls'], /^spillway: unknown option '--frob'.*; see spillway exec --help\n$/],
    [['grep', 'x', 'y', '-q'], /^spillway: unknown option '-q'; see spillway grep --help\n$/],
    [
      ['grep', 'x', 'y', '-v'],
      /^spillway: unknown option '-v': use spillway read .* grep -v .*; see spillway grep --help\n$/,
    ],
    [['grep', '-rnl', 'x', 'y'], /^spillway: unknown option '-l': use -c, which names each file/],
    [['grep', 'x', 'y', '-A3'], /^spillway: unknown option '-A': use -C N or --context-lines N/],
    [['grep', 'x', 'y', '--context=3'], /^spillway: unknown option '--context': use -C N or --context-lines N/],
    [['grep', 'x', 'y', '-w'], /^spillway: unknown option '-w': write \\b on both sides of the pattern;/],
    [['read', 'x', '--line', '5'], /^spillway: unknown option '--line': use --start-line N;/],
    [['read', 'x', '--lines', '5'], /^spillway: unknown option '--lines': use --line-count N;/],
    [
      ['read', 'x', '--raw', '--path', 'a.b'],
      /^spillway: unknown option '--path': use spillway query <handle\|file> <path>;/,
    ],
    [['read', 'x', '--ofset', '5'], /^spillway: unknown option '--ofset' \(Did you mean --offset\?\);/],
    [['tail', 'x', '-f'], /^spillway: unknown option '-f': use --cursor/],
    [['ls', '-la'], /^spillway: unknown option '-l': leave it out/],
    [['list', 'extra'], /^spillway: too many arguments/],
    [['read'], /^spillway: missing required argument 'handle\|file'/],
    [['read', 'nothing-here'], /^spillway: "nothing-here" is neither a handle nor a file: see spillway list/],
    [['read', './nothing-here'], /^spillway: .*nothing-here does not exist/],
    [['read', 'r_00000000'], /^spillway: No result has the handle r_00000000/],
    [['read', '.'], /^spillway: .* is a directory, .*: list it with spillway ls, search it with spillway grep\n$/],
    [['map', '.'], /^spillway: .* is a directory, .*: list it with spillway ls, search it with spillway grep\n$/],
    [['ls', process.execPath], /^spillway: .* is a file, not a directory: read it with spillway read\n$/],
    [['grep', '.', ''], /^spillway: the pattern is empty: say what to search for; spillway read shows all lines\n$/],
    [
      ['grep', process.execPath, '('],
      /^spillway: the pattern is not accepted: missing closing \): `\(`; --literal searches/,
    ],
    [
      ['grep', 'TODO|FIXME', '.'],
      /^spillway: "TODO\|FIXME" is neither .*, and "\." is: put it first, the pattern behind it/,
    ],
    [['query', '.name', process.execPath], /^spillway: "\.name" is neither .*: put it first, the path behind it\n$/],
    [['read', 'x', '--start-line', '0'], /^spillway: --start-line must be a whole number, 1 to [\d,]+, not "0"/],
    [['read', 'x', '--offset', '-1'], /^spillway: --offset must be a whole number, 0 to [\d,]+, not "-1"/],
    [
      ['exec', '--timeout-ms', '1.5', '--', 'ls'],
      /^spillway: --timeout-ms must be a whole number, 1 to 3,600,000, not "1.5"/,
    ],
    [['grep', 'x'], /^spillway: missing required argument 'pattern'/],
    [['pipe', '--max-result-bytes', '5'], /^spillway: --max-result-bytes must be 1,024 to 1,048,576 bytes, not "5"/],
    [['list', '--scope', 'a\nb'], /^spillway: a scope is a name of printable characters: set --scope/],
    [['list', '--config', 'no.json'], /^spillway: no.json cannot be read/],
  ];
  it.each(mistakes)('%j: one line, exit code 2, no stack', async (args, said) => {
    const ran = await desk.call(args);
    expect(ran).toMatchObject({ code: 2, stdout: '' });
    expect(ran.stderr).toMatch(said);
    expect(ran.stderr.trimEnd()).not.toContain('\n');
  });

  it('with --json are one JSON object on standard output', async () => {
    const ran = await desk.call(['read', 'r_00000000', '--json']);
    expect(ran).toMatchObject({ code: 2, stderr: '' });
    expect(JSON.parse(ran.stdout)).toMatchObject({ error: { code: 'handle-unknown' } });
  });

  it('show a stack only when it is asked for', async () => {
    const ran = await desk.call(['read', 'r_00000000'], { env: { SPILLWAY_DEBUG: '1' } });
    expect(ran.stderr).toMatch(/\n\s+at /);
    expect(ran.code).toBe(2);
  });
});
