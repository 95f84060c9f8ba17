import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ToolAnswer } from '@spillway/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sentBytes } from '../../../../test/support/sent-bytes.ts';
import { createToolDesk, type ToolDesk } from '../support/tool-desk.ts';

let desk: ToolDesk;
const run = (input: string | object, maxResultBytes?: number): Promise<ToolAnswer> =>
  desk.call(
    'run_command',
    typeof input === 'string' ? { command: input } : input,
    maxResultBytes === undefined ? {} : { maxResultBytes },
  );

const firstLine = (answer: ToolAnswer): string => answer.text.split('\n', 1)[0] ?? '';

/** The streams that stand whole in an answer, as their frames hold them. */
function whole(answer: ToolAnswer, stream: 'stdout' | 'stderr'): string | undefined {
  const form = new RegExp(
    `^\\[PAGE (\\w{6})\\] ${stream} · .* · end of result\\n([\\s\\S]*)\\n\\[END OF RESULT \\1\\]`,
    'm',
  );
  return form.exec(answer.text)?.[2];
}

/** What is kept of a stream. */
async function stored(answer: ToolAnswer, stream: 'stdout' | 'stderr'): Promise<Buffer> {
  const page = answer.page as Record<'stdout' | 'stderr', { readonly handle: string }>;
  const source = await desk.options.spillway.open(page[stream].handle);
  return Buffer.from(await source.read(0, source.byteLength));
}

/** Processes whose command line holds a text that only this test wrote. */
function running(mark: string): number[] {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,stat=,args='], { encoding: 'utf8' }).split('\n');
  return rows.filter((row) => row.includes(mark) && !/^\s*\d+\s+Z/.test(row)).map((row) => Number.parseInt(row, 10));
}

beforeAll(() => {
  desk = createToolDesk();
  mkdirSync(join(desk.folder, 'sub'));
});
afterAll(() => desk.remove());

describe('run_command: an answer', () => {
  const combinations: [command: string, stdout: string | undefined, stderr: string | undefined, exitCode: number][] = [
    ['true', undefined, undefined, 0],
    ['false', undefined, undefined, 1],
    ['echo out', 'out\n', undefined, 0],
    ['echo out; exit 3', 'out\n', undefined, 3],
    ['echo err >&2', undefined, 'err\n', 0],
    ['echo err >&2; exit 4', undefined, 'err\n', 4],
    ['echo out; echo err >&2', 'out\n', 'err\n', 0],
    ['printf out; printf err >&2; exit 5', 'out', 'err', 5],
  ];
  it.each(combinations)('BC-123 tells exit code and streams of `%s`', async (command, stdout, stderr, exitCode) => {
    const answer = await run(command);
    expect(firstLine(answer)).toMatch(new RegExp(`^exit code ${exitCode} · .* · in ${desk.folder}$`));
    expect(whole(answer, 'stdout')).toBe(stdout);
    expect(whole(answer, 'stderr')).toBe(stderr);
    expect(answer.page).toMatchObject({ exitCode, complete: true });
    expect((await desk.options.spillway.list()).handles).toEqual([]);
  });

  it('BC-156 says that a command printed nothing', async () => {
    expect((await run('exit 7')).text).toBe(`exit code 7 · it printed nothing · in ${desk.folder}`);
  });

  it('BC-167 a command that exits with 1 is a result, no failed call: it ran, and must not be run again for that', async () => {
    const counter = join(desk.folder, 'counter');
    const answer = await run(`echo x >> ${counter}; head -c 300000 /dev/zero | tr '\\0' y; exit 1`);
    expect(answer.isError).toBe(false);
    expect(firstLine(answer)).toMatch(/^exit code 1 · stdout 300,000 B, in part · /);
  });

  it('tells the signal that ended a command', async () => {
    const answer = await run('echo before; kill -SEGV $$');
    expect(firstLine(answer)).toMatch(/^killed by SIGSEGV, exit code 139 · stdout 7 B · /);
    expect(answer.page).toMatchObject({ exitCode: 139, signal: 'SIGSEGV' });
  });

  it('BC-122 labels the streams, and keeps their order where both go to one', async () => {
    const answer = await run('for i in 1 2 3; do echo out$i; echo err$i >&2; done');
    expect(whole(answer, 'stdout')).toBe('out1\nout2\nout3\n');
    expect(whole(answer, 'stderr')).toBe('err1\nerr2\nerr3\n');
    const merged = await run('(for i in 1 2 3; do echo out$i; echo err$i >&2; done) 2>&1');
    expect(whole(merged, 'stdout')).toBe('out1\nerr1\nout2\nerr2\nout3\nerr3\n');
  });
});

describe('run_command: arguments', () => {
  it('passes argv on without a shell', async () => {
    const answer = await run({ argv: ['printf', '%s|', '$HOME', 'a b', '"', '*'] });
    expect(whole(answer, 'stdout')).toBe('$HOME|a b|"|*|');
  });

  it('runs in the first root, in a folder of a root by any of its names, and in none outside', async () => {
    expect(whole(await run('pwd'), 'stdout')).toBe(`${desk.folder}\n`);
    for (const cwd of ['sub', 'logs/sub', join(desk.folder, 'sub')]) {
      expect(whole(await run({ command: 'pwd', cwd }), 'stdout')).toBe(`${desk.folder}/sub\n`);
    }
    for (const cwd of ['..', '/', '/etc']) expect(await run({ command: 'pwd', cwd })).toMatchObject({ isError: true });
    writeFileSync(join(desk.folder, 'plain'), '');
    expect((await run({ command: 'pwd', cwd: 'plain' })).text).toContain('cwd is a folder');
  });

  it('gives stdin to the command, and an empty one without', async () => {
    expect(whole(await run({ command: 'cat', stdin: 'Grüße\n' }), 'stdout')).toBe('Grüße\n');
    expect(whole(await run('cat; read x; echo end'), 'stdout')).toBe('end\n');
    const large = 'z'.repeat(1_000_000);
    expect(firstLine(await run({ command: 'true', stdin: large }))).toMatch(/^exit code 0 · it printed nothing/);
  });

  it.each([
    [{}, /one of command and argv/],
    [{ command: 'true', argv: ['true'] }, /one of command and argv/],
    [{ command: 'a\0b' }, /command holds a NUL character/],
    [{ argv: [''] }, /the program to run/],
    [{ command: 'true', timeoutMs: 0 }, /timeoutMs is a whole number from 1 to 3600000/],
    [{ command: 'true', timeoutMs: 3_600_001 }, /timeoutMs is a whole number from 1 to 3600000/],
    [{ command: 'true', env: { A: 'b' } }, /has no parameter/],
  ])('refuses %j', async (input, words) => {
    const answer = await run(input);
    expect(answer).toMatchObject({ isError: true, page: { error: 'request-invalid' } });
    expect(answer.text).toMatch(words);
  });

  it('asks programs for no colours, whatever this process asks for', async () => {
    const { FORCE_COLOR, NO_COLOR } = process.env;
    Object.assign(process.env, { FORCE_COLOR: '1' });
    try {
      const answer = await run({ argv: [process.execPath, '-e', 'console.log({ a: 1 })'] });
      expect(whole(answer, 'stdout')).toBe('{ a: 1 }\n');
      expect(whole(answer, 'stderr')).toBeUndefined();
    } finally {
      for (const [name, value] of Object.entries({ FORCE_COLOR, NO_COLOR })) {
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
    }
  });
});

describe('run_command: what does not start', () => {
  it('is an error that begins with the exit code of a shell and says what to do', async () => {
    const missing = await run({ argv: ['no-such-program', '-v'] });
    expect(missing).toMatchObject({ isError: true, page: { exitCode: 127, started: false } });
    expect(missing.text).toMatch(/^exit code 127 · no-such-program did not start: it was not found · in /);
    expect(missing.text).toContain('Do not send the same command again');
    const line = await run({ argv: ['ls -l'] });
    expect(line.text).toMatch(/^exit code 127 · ls -l did not start: it was not found · in /);
    expect(line.text).toContain('Send each argument as an item of its own, or the whole line as command.');
    expect(line.text).not.toContain('no program -l');
    const plain = join(desk.folder, 'plain.txt');
    writeFileSync(plain, 'x');
    chmodSync(plain, 0o644);
    expect((await run({ argv: [plain] })).text).toMatch(/^exit code 126 · .* cannot be executed \(EACCES\)/);
    const long = await run({ command: `: ${'x'.repeat(3_000_000)}` }, 1_024);
    expect(long.text).toMatch(/^exit code 126 · .*E2BIG/);
    expect(sentBytes(long.text, long.page)).toBeLessThanOrEqual(1_024);
  });
});

describe('run_command: the end of a command', () => {
  it('BC-107 answers when a background process holds the pipe, and says so', async () => {
    for (const command of ['sleep 86421 & echo done', 'setsid sleep 86421 & echo done']) {
      const answer = await run(command);
      expect(firstLine(answer)).toMatch(/^exit code 0 /);
      expect(whole(answer, 'stdout')).toBe('done\n');
      expect(answer.text).toContain('note: a process that the command left running holds its output');
      const left = running('sleep 86421');
      expect(left).toHaveLength(1);
      for (const pid of left) process.kill(pid);
    }
  });

  it('ends all that a command started at its time limit', async () => {
    const command = "trap '' TERM; setsid sleep 86422 & sleep 86422 & echo begun; sleep 86422";
    const answer = await run({ command, timeoutMs: 300 });
    expect(firstLine(answer)).toMatch(/^stopped at the time limit of 300 ms, exit code 124 · stdout 6 B · /);
    expect(answer).toMatchObject({ isError: false, page: { stoppedBy: 'timeout', exitCode: 124 } });
    expect(running('sleep 86422')).toEqual([]);
  });

  it('ends it on an abort, and keeps what it printed', async () => {
    const abort = new AbortController();
    setTimeout(() => abort.abort(), 300);
    const command = 'echo begun; sleep 86423';
    const answer = await desk.call('run_command', { command }, { signal: abort.signal });
    expect(firstLine(answer)).toMatch(/^stopped because the call was cancelled, exit code 124 · stdout 6 B · /);
    expect(running('sleep 86423')).toEqual([]);
    const before = await desk.call('run_command', { command }, { signal: AbortSignal.abort() });
    expect(before).toMatchObject({ isError: false, page: { stoppedBy: 'abort' } });
    expect(running('sleep 86423')).toEqual([]);
  });

  it('leaves no listener behind', async () => {
    const count = (): number[] => ['exit', 'SIGINT', 'SIGTERM', 'SIGHUP'].map((name) => process.listenerCount(name));
    const before = count();
    await Promise.all(Array.from({ length: 12 }, () => run('sleep 0.1')));
    expect(count()).toEqual(before);
  });
});

describe('run_command: what does not fit', () => {
  it('BC-108 takes ten megabytes of stderr before any stdout, and keeps them exactly', async () => {
    const answer = await run("head -c 10000000 /dev/zero | tr '\\0' e >&2; echo ok");
    expect(whole(answer, 'stdout')).toBe('ok\n');
    const hash = createHash('sha256')
      .update(await stored(answer, 'stderr'))
      .digest('hex');
    expect(hash).toBe(createHash('sha256').update('e'.repeat(10_000_000)).digest('hex'));
  });

  it('BC-125 shows the exit code, the reason and the last line at the smallest budget, with a flood on one stream or both', async () => {
    const flood = "i=0; while [ $i -lt 30 ]; do head -c 10000 /dev/zero | tr '\\0' x; echo; i=$((i+1)); done";
    const one = await run(`${flood}; echo 'error: X'; exit 101`, 1_024);
    expect(firstLine(one)).toMatch(/^exit code 101 · stdout 300,039 B, in part · stderr empty · /);
    expect(one.text).toContain('error: X');
    expect(sentBytes(one.text, one.page)).toBeLessThanOrEqual(1_024);
    const both = await run('seq 1 20000; echo LAST-OUT; seq 1 20000 >&2; echo LAST-ERR >&2; exit 9', 1_024);
    expect(firstLine(both)).toMatch(/^exit code 9 · stdout 108,903 B, in part · stderr 108,903 B, in part · /);
    for (const line of ['LAST-OUT', 'LAST-ERR']) expect(both.text).toContain(line);
    expect(sentBytes(both.text, both.page)).toBeLessThanOrEqual(1_024);
  });

  it('BC-127 shows the first and the last line, and counts the lines between', async () => {
    const answer = await run('echo FIRST-ERR; seq 2 9999; echo LAST-ERR; exit 1', 1_024);
    expect(answer.text).toMatch(/^ *1\| FIRST-ERR$/m);
    expect(answer.text).toMatch(/^10000\| LAST-ERR$/m);
    const shown = answer.text.match(/^ *\d+\| /gm)?.length ?? 0;
    const left = [...answer.text.matchAll(/… ([\d,]+) lines? not shown …/g)].map(([, count = '']) =>
      Number(count.replaceAll(',', '')),
    );
    expect(shown + left.reduce((sum, count) => sum + count, 0)).toBe(10_000);
  });

  it('names calls that read the rest', async () => {
    const answer = await run('seq 1 100000');
    const call = /^(read_result) (\{.*\})$/m.exec(answer.text);
    const [tool] = desk.options.spillway.tools();
    expect(tool?.name).toBe(call?.[1]);
    const page = await tool?.execute(JSON.parse(call?.[2] ?? ''));
    expect(page).toMatchObject({ isError: false });
    expect((await stored(answer, 'stdout')).length).toBe(588_895);
  });

  it('BC-064 BC-065 shows no control character, and keeps binary output exactly', async () => {
    const answer = await run("printf 'a\\0b\\033c'; head -c 200000 /dev/zero | tr '\\0' '\\001' >&2");
    expect(answer.text).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/);
    expect((await stored(answer, 'stdout')).toString('latin1')).toBe('a\0b\u001bc');
    expect((await stored(answer, 'stderr')).every((byte) => byte === 1)).toBe(true);
  });
});

describe('run_command: output that was written for a terminal', () => {
  it('BC-120 shows the last frame of a progress display, and keeps all of them', async () => {
    const frames = Array.from({ length: 5_000 }, (_, index) => `${Math.floor(index / 50)}%\r`).join('');
    writeFileSync(join(desk.folder, 'progress'), `${frames}100%\ndone\n`);
    for (const maxResultBytes of [65_536, 1_024]) {
      const answer = await run('cat progress', maxResultBytes);
      expect(answer.text.length).toBeLessThan(1_024);
      expect(answer.text).toContain('100%');
      expect(answer.text).toContain('done');
      expect(answer.page?.complete ?? false).toBe(false);
    }
    expect((await stored(await run('cat progress'), 'stdout')).toString()).toBe(`${frames}100%\ndone\n`);
    expect(whole(await run("printf 'a\\r\\nb\\r\\n'"), 'stdout')).toBe('a\r\nb\r\n');
  });

  it('shows coloured output whole, without its codes, and says so', async () => {
    const answer = await run("for i in 1 2 3; do printf '\\033[1;32mok\\033[0m test %s\\n' $i; done");
    expect(whole(answer, 'stdout')).toBe('ok test 1\nok test 2\nok test 3\n');
    expect(answer.text).toContain('terminal codes left out · r_');
    expect(firstLine(answer)).toContain('stdout 63 B, folded');
    expect((await stored(answer, 'stdout')).toString()).toContain('\u001b[1;32mok\u001b[0m test 3\n');
  });
});
