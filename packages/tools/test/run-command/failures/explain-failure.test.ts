import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { explainFailure } from '../../../src/run-command/failures/explain-failure.ts';
import { KNOWN_FAILURES } from '../../../src/run-command/failures/known-failures.ts';
import { createToolDesk, type ToolDesk } from '../../support/tool-desk.ts';

let desk: ToolDesk;
beforeAll(() => {
  desk = createToolDesk();
  mkdirSync(join(desk.folder, 'sub'));
  writeFileSync(join(desk.folder, 'plain.txt'), 'x', { mode: 0o644 });
});
afterAll(() => desk.remove());

async function notesOf(command: string): Promise<string[]> {
  const { text } = await desk.call('run_command', { command });
  return text.split('\n').flatMap((line) => (line.startsWith('note: ') ? [line.slice(6)] : []));
}

const happened: [command: string, name: string, words: string][] = [
  ['echo "never closed', 'unbalanced quote', 'never closed'],
  ["echo 'it's'", 'unbalanced quote', 'argv, which no shell reads'],
  ["sh -c 'echo \"x'", 'unbalanced quote', 'never closed'],
  ["cat <<'EOF'\nline\nline", 'cut heredoc', 'no closing line EOF'],
  ['if then', 'syntax error', "unexpected token `then'"],
  ["sh -c 'if then'", 'syntax error', 'could not read the command line'],
  ['/bin/echo $(seq 1 1000000)', 'argument list too long', 'xargs'],
  ['no-such-tool --help', 'command not found', 'no program no-such-tool is on the PATH'],
  ["sh -c 'no-such-tool'", 'command not found', 'no program no-such-tool is on the PATH'],
  ['./plain.txt', 'not executable', './plain.txt is there but may not be executed'],
  ['set -o pipefail; yes | head -n 1', 'ended by a closed pipe', 'no failure of its own'],
  ['set -o pipefail; (trap "" PIPE; seq 1 1000000) | head -n 1', 'broken pipe', 'need not have failed'],
  ['kill -KILL $$', 'killed', 'memory'],
];

const reported: [exitCode: number, text: string, name: string][] = [
  [23, 'curl: (23) Failure writing output to destination', 'curl 23'],
  [23, 'curl: (23) Failed writing body (1024 != 16384)', 'curl 23'],
  [1, 'bwrap: Creating new namespace failed: Operation not permitted', 'sandbox denial'],
  [1, "touch: cannot touch '/usr/x': Read-only file system", 'sandbox denial'],
  [1, 'sandbox-exec: sandbox_apply: Operation not permitted', 'sandbox denial'],
  [1, 'sudo: a terminal is required to read the password', 'no terminal'],
  [1, 'the input device is not a TTY', 'no terminal'],
  [128, "fatal: could not read Username for 'https://x': No such device or address", 'no terminal'],
  [1, 'cp: error writing x: No space left on device', 'disk full'],
  [1, 'zsh:1: unmatched "', 'unbalanced quote'],
];

describe('a known failure, as it happens', () => {
  it.each(happened)('%j', async (command, name, words) => {
    const [note = ''] = await notesOf(command);
    expect(note.startsWith(`${name}: `)).toBe(true);
    expect(note).toContain(words);
    expect(note).toContain('Do not send the same command again');
  });
});

describe('a known failure, as others report it', () => {
  it.each(reported)('%i %j', (exitCode, errorText, name) => {
    expect(explainFailure({ exitCode, errorText, cwd: '/w' })[0]).toMatch(new RegExp(`^${name}: `));
  });

  it('every known failure is told by one of these tests, in one line', () => {
    const told = new Set([...happened.map(([, name]) => name), ...reported.map(([, , name]) => name)]);
    expect(KNOWN_FAILURES.map(({ name }) => name).filter((name) => !told.has(name))).toEqual([]);
    expect(KNOWN_FAILURES.filter(({ cause, instead }) => /\n/.test(cause + instead))).toEqual([]);
  });
});

describe('what is no known failure', () => {
  it.each([
    'false',
    'grep zzz plain.txt',
    'diff plain.txt /dev/null',
    'exit 3',
    'echo Broken pipe',
    'seq 1 9 | head -n 1',
  ])('says nothing of `%s`', async (command) => {
    expect(await notesOf(command)).toEqual([]);
  });
});

describe('a relative path that is not there', () => {
  it.each(['cat gone/x.txt', 'ls gone/x.txt', 'wc -l < gone/x.txt', 'cat gone/x.txt 2>&1'])(
    '`%s` is answered with the absolute path that was tried',
    async (command) => {
      expect(await notesOf(command)).toEqual([`missing: gone/x.txt was looked for as ${desk.folder}/gone/x.txt`]);
    },
  );

  it('is told as Node and Python tell it', () => {
    const tell = (errorText: string): string[] => explainFailure({ exitCode: 1, errorText, cwd: '/w' });
    expect(tell("Error: ENOENT: no such file or directory, open 'a b.txt'")).toEqual([
      'missing: a b.txt was looked for as /w/a b.txt',
    ]);
    expect(tell("FileNotFoundError: [Errno 2] No such file or directory: '../x'")).toEqual([
      'missing: ../x was looked for as /x',
    ]);
    expect(tell('cat: /etc/gone: No such file or directory')).toEqual([]);
  });

  it('is not guessed where the command went to another folder first', async () => {
    expect(await notesOf('cd sub && cat gone.txt')).toEqual([
      `missing: a relative path was looked for in the folder that the command had changed to, from ${desk.folder}`,
    ]);
  });

  it('names three at most, and only within a third of the budget', async () => {
    const command = 'for i in 1 2 3 4 5; do cat gone-$i; done';
    expect(await notesOf(command)).toHaveLength(3);
    const long = `cat ${'d/'.repeat(500)}x`;
    const { text } = await desk.call('run_command', { command: long }, { maxResultBytes: 1_024 });
    expect(text).toMatch(/^exit code 1 · /);
    expect(text).not.toContain('note: ');
  });
});
