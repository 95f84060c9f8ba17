import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDesk, type Desk } from '../support/in-process.ts';
import { encodedBytes, handleIn } from '../support/spillway.ts';

let desk: Desk;
const exec = (args: string[], shell: string) => desk.call(['exec', ...args, '--', 'sh', '-c', shell]);

/** What `seq` prints. */
const sequence = (first: number, last: number): string =>
  Array.from({ length: last - first + 1 }, (_, i) => `${first + i}\n`).join('');

beforeAll(() => {
  desk = createDesk();
});
afterAll(() => desk.remove());

describe('spillway exec: what fits', () => {
  const cases: [shell: string, stdout: string, stderr: string, code: number][] = [
    ['echo out; exit 3', 'out\n', '', 3],
    ['echo err >&2; exit 101', '', 'err\n', 101],
    ['printf "no newline"; printf err >&2; exit 5', 'no newline', 'err', 5],
    ["printf '\\n'", '\n', '', 0],
    ["printf '%s\\n' '$& $1 $(date) `date`'", '$& $1 $(date) `date`\n', '', 0],
    ["printf 'progress\\r\\033[31mred\\033[0m\\n'", 'progress\r\u001b[31mred\u001b[0m\n', '', 0],
  ];
  it.each(cases)('passes as it came: `%s`', async (shell, stdout, stderr, code) => {
    const ran = await exec([], shell);
    expect(ran).toEqual({ stdout, bytes: Buffer.from(stdout), stderr, code });
  });

  it.each([
    ['exit 0', 0],
    ['exit 9', 9],
  ])('BC-156 tells a command that printed nothing from one whose output was lost: %s', async (shell, code) => {
    const ran = await exec([], shell);
    expect(ran.stdout).toBe('');
    expect(ran.stderr).toBe(`spillway: exit code ${code} in ${desk.folder}: it printed nothing\n`);
    const json = JSON.parse((await exec(['--json'], shell)).stdout);
    expect(json).toMatchObject({
      exitCode: code,
      stdout: { partial: false, value: '' },
      notes: [`exit code ${code} in ${desk.folder}: it printed nothing`],
    });
  });
});

describe('spillway exec: what cannot be started', () => {
  it('is not found: 127', async () => {
    const ran = await desk.call(['exec', '--', 'no-such-command']);
    expect(ran.code).toBe(127);
    expect(ran.stderr).toBe('spillway: "no-such-command" did not start: it was not found; exit code 127\n');
  });

  it('cannot be executed: 126', async () => {
    const file = join(desk.folder, 'plain.txt');
    writeFileSync(file, 'x');
    chmodSync(file, 0o644);
    const ran = await desk.call(['exec', '--', file]);
    expect(ran.code).toBe(126);
    expect(ran.stderr).toContain('it cannot be executed (EACCES); exit code 126');
  });
});

describe('spillway exec: what does not fit', () => {
  it('is kept whole, byte for byte, and the command keeps its exit code', async () => {
    const ran = await exec([], 'seq 1 100000; exit 6');
    expect(ran.code).toBe(6);
    expect(ran.stderr).toBe(`spillway: exit code 6 in ${desk.folder}\n`);
    const raw = await desk.call(['read', handleIn(ran.stdout), '--raw']);
    expect(raw.stdout).toBe(sequence(1, 100_000));
  });

  it('BC-125 shows a short error whole beside a flood of output', async () => {
    const flood = "i=0; while [ $i -lt 30 ]; do head -c 10000 /dev/zero | tr '\\0' x; echo; i=$((i+1)); done";
    const ran = await exec(['--max-result-bytes', '1024'], `${flood}; echo 'error: X' >&2; exit 101`);
    expect(ran.code).toBe(101);
    expect(ran.stderr).toBe(`spillway: exit code 101 in ${desk.folder}\nerror: X\n`);
    expect(ran.stdout).toMatch(/^\[PARTIAL\] /);
  });

  it('BC-127 shows the first and the last line of a command that failed, and what looks like the reason', async () => {
    const lines =
      'echo FIRST-ERR; seq 1 5000; echo "src/a.ts(3,1): error TS2304: Cannot find name"; seq 1 5000; echo LAST-ERR';
    const ran = await exec(['--max-result-bytes', '2048'], `${lines}; exit 2`);
    expect(ran.code).toBe(2);
    expect(ran.stdout).toMatch(/^\[PARTIAL\] [\d,]+ of 47,851 B shown · exit code 2, stdout: /);
    for (const shown of ['FIRST-ERR', 'error TS2304: Cannot find name', 'LAST-ERR'])
      expect(ran.stdout).toContain(shown);
    expect(encodedBytes(ran.stdout)).toBeLessThanOrEqual(2048);
  });

  it('BC-114 says in the first 200 bytes that it is partial, of how much, and what keeps the rest', async () => {
    const ran = await exec(['--max-result-bytes', '4096'], 'seq 1 20000');
    const first = ran.bytes.subarray(0, 200).toString();
    expect(first).toMatch(/^\[PARTIAL\] [\d,]+ of 108,894 B shown/);
    expect(first).toMatch(/r_[0-9a-z]{8} keeps all/);
    expect(ran.stdout.trimEnd()).toMatch(/\[END PARTIAL\]$/);
  });

  it('as JSON stays within the smallest budget with both streams in it', async () => {
    const ran = await exec(['--json', '--max-result-bytes', '1024'], 'seq 1 100000; seq 1 100000 >&2');
    expect(ran.bytes.length).toBeLessThanOrEqual(1024);
  });

  it('as JSON is one object within the budget', async () => {
    const ran = await exec(['--json', '--max-result-bytes', '4000'], 'seq 1 100000; echo oops >&2; exit 2');
    expect(ran.code).toBe(2);
    expect(ran.stderr).toBe('');
    expect(ran.stdout.trimEnd()).not.toContain('\n');
    expect(ran.bytes.length).toBeLessThanOrEqual(4000);
    const answer = JSON.parse(ran.stdout);
    expect(answer).toMatchObject({
      exitCode: 2,
      signal: null,
      timedOut: false,
      stderr: { partial: false, value: 'oops\n' },
      stdout: { partial: true, recoverable: true, producedBytes: 588_895 },
    });
    const [next] = answer.stdout.next;
    expect(answer.stdout.headline).toMatch(/^exit code 2, stdout: /);
    expect(next).toMatchObject({ tool: 'read', arguments: { handle: answer.stdout.handle } });
    expect(next.command).toMatch(
      new RegExp(`^\\S+ read ${answer.stdout.handle} --scope user --max-result-bytes 4000 --start-line \\d+`),
    );
    const raw = await desk.call(['read', answer.stdout.handle, '--raw']);
    expect(raw.stdout).toHaveLength(588_895);
  });
});
