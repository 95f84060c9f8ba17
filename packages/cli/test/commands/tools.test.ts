import { mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDesk, type Desk } from '../support/in-process.ts';

let desk: Desk;
beforeEach(() => {
  desk = createDesk();
  mkdirSync(join(desk.folder, 'logs'));
  writeFileSync(join(desk.folder, 'logs', 'app.log'), 'one\ntwo\n');
});
afterEach(() => desk.remove());

interface Message {
  readonly id: number;
  // biome-ignore lint/suspicious/noExplicitAny: what a server sends has no type
  readonly result?: any;
  readonly error?: { readonly code: number; readonly message: string };
}

/** Gives requests to a server in this process and takes its answers, by their place. */
async function ask(args: readonly string[], requests: readonly [method: string, params: object][]): Promise<Message[]> {
  const clientInfo = { name: 'test', version: '1' };
  const all = [['initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo }] as const, ...requests];
  const input = all.map(([method, params], id) => `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
  const { stdout, stderr, code } = await desk.call(['tools', ...args], { input: input.join('') });
  expect([code, stderr]).toEqual([0, '']);
  const answers = stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Message);
  return answers.sort((a, b) => a.id - b.id);
}

const namesOf = (message: Message | undefined): string[] =>
  message?.result.tools.map(({ name }: Message['result']) => name);
const textOf = (message: Message | undefined): string => message?.result.content[0].text;
const call = (name: string, input: object): ['tools/call', object] => ['tools/call', { name, arguments: input }];

describe('spillway tools', () => {
  it('serves every tool over the named folders, the readers of stored results first', async () => {
    const [hello, list, page, refused] = await ask(
      ['--root', 'logs=logs'],
      [['tools/list', {}], call('read_file', { path: 'logs/app.log' }), call('read_file', { path: '../other' })],
    );
    expect(hello?.result.serverInfo).toEqual({ name: 'spillway', version: '0.1.0' });
    expect(hello?.result.instructions).toBe('Paths begin with the name of a root: logs.');
    expect(namesOf(list)).toEqual([
      'read_result',
      'grep_result',
      'read_file',
      'tail_file',
      'grep_files',
      'list_dir',
      'query_file',
      'write_file',
      'edit_file',
      'run_command',
    ]);
    expect(textOf(page)).toContain('\n2| two\n');
    expect(page?.result._meta['spillway/page']).toMatchObject({ endLine: 2, complete: true });
    expect(refused?.result.isError).toBe(true);
    expect(textOf(refused)).toMatch(/^\[path-refused\] /);
  });

  it('serves the tools that read alone with --read-only, and those that are named with --only', async () => {
    const [, readers] = await ask(['--read-only'], [['tools/list', {}]]);
    const reading = ['read_result', 'grep_result', 'read_file', 'tail_file', 'grep_files', 'list_dir', 'query_file'];
    expect(namesOf(readers)).toEqual(reading);
    expect(readers?.result.tools.every((tool: Message['result']) => tool.annotations.readOnlyHint)).toBe(true);
    const [, named, unlisted] = await ask(
      ['--only', 'list_dir,write_file'],
      [['tools/list', {}], call('run_command', { command: 'true' })],
    );
    expect(namesOf(named)).toEqual(['read_result', 'grep_result', 'list_dir', 'write_file']);
    expect(unlisted?.error).toEqual({ code: -32602, message: 'Unknown tool: run_command' });
  });

  it('serves the working directory where no root is given, and several roots at once', async () => {
    const folder = desk.folder.split('/').at(-1);
    const [hello] = await ask([], []);
    expect(hello?.result.instructions).toBe(`Paths begin with the name of a root: ${folder}.`);
    const [, both] = await ask(['--root', 'a=logs', '--root', 'b=.'], [call('list_dir', {})]);
    expect(textOf(both)).toMatch(/\na\/.*\nb\//s);
  });

  it('serves skills by name', async () => {
    mkdirSync(join(desk.folder, 'skills', 'deploy'), { recursive: true });
    writeFileSync(join(desk.folder, 'skills', 'deploy', 'SKILL.md'), '# Deploy\n\nSlowly.\n');
    const [, list, page] = await ask(
      ['--skills', 'skills'],
      [['tools/list', {}], call('read_skill', { names: ['deploy'] })],
    );
    expect(namesOf(list)).toContain('read_skill');
    expect(textOf(page)).toContain('Slowly.');
  });

  it('withholds the bodies of private keys, unless their owner insists', async () => {
    const body = Array.from({ length: 20 }, (_, at) => `MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC${at}`).join(
      '\n',
    );
    const label = 'PRIVATE KEY';
    writeFileSync(
      join(desk.folder, 'logs', 'with-key.txt'),
      `before\n-----BEGIN ${label}-----\n${body}\n-----END ${label}-----\nafter\n`,
    );
    const calls = [
      call('read_file', { path: 'logs/with-key.txt' }),
      call('run_command', { command: 'cat with-key.txt' }),
      call('grep_files', { pattern: 'MIIEvQ|after' }),
    ];
    const [, ...kept] = await ask(['--root', 'logs=logs'], calls);
    for (const answer of kept) {
      expect(textOf(answer)).toContain('after');
      expect(textOf(answer)).not.toContain('BADANBgkqhkiG9w0');
    }
    const [, ...shown] = await ask(['--root', 'logs=logs', '--include-keys'], calls);
    for (const answer of shown) expect(textOf(answer)).toContain('BADANBgkqhkiG9w0');
  });

  it('keeps the files of the store from every root', async () => {
    const [, page, listed] = await ask(
      ['--root', 'all=.', '--store', 'kept'],
      [call('run_command', { command: 'seq 1 50000', cwd: 'all' }), call('list_dir', { path: 'all/kept' })],
    );
    expect(textOf(page)).toContain('[PARTIAL]');
    expect(textOf(listed)).toMatch(/^\[path-refused\] /);
  });

  it.each<[what: string, args: string[], message: RegExp]>([
    [
      'a root that is not there',
      ['--root', 'gone=nowhere'],
      /the root "gone" .*nowhere\) is refused: it cannot be opened \(ENOENT\)/,
    ],
    [
      'a sensitive root',
      ['--root', 'home=/'],
      /the root "home" \(\/\) is refused: it contains .*--allow-sensitive-root/,
    ],
    ['two roots of one name', ['--root', 'a=.', '--root', 'a=logs'], /another root has this name/],
    ['a name of no tool', ['--only', 'cat'], /--only: "cat" is no tool/],
    ['an operand', ['somewhere'], /too many arguments/],
  ])('refuses %s with one line and exit code 2', async (_, args, message) => {
    const { stdout, stderr, code } = await desk.call(['tools', ...args], { input: '' });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^spillway: [^\n]+\n$/);
    expect(stderr).toMatch(message);
  });

  it('refuses the working directory as a root where that is the home folder', async () => {
    const { stderr, code } = await desk.call(['tools'], { input: '', cwd: homedir() });
    expect(code).toBe(2);
    expect(stderr).toMatch(/is refused: it (?:is|contains) .*--allow-sensitive-root/);
  });

  it('takes a sensitive root that is allowed by name', async () => {
    const [hello] = await ask(['--root', 'all=/', '--allow-sensitive-root'], []);
    expect(hello?.result.instructions).toContain(': all.');
  });
});
