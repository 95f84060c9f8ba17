import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  buildSpillway,
  createSandbox,
  encodedBytes,
  handleIn,
  type Ran,
  run,
  type Sandbox,
  script,
  spillway,
} from '../../packages/cli/test/lib/spillway.ts';

let sandbox: Sandbox;
let elsewhere: string;
/** The answer for `log` when it was stored, and its handle. */
let notice: string;
let handle: string;
const store = async (input: string | Uint8Array, args: string[] = []): Promise<Ran> =>
  spillway(sandbox, ['pipe', ...args], { input });
const cli = (...args: string[]) => spillway(sandbox, args);
/** Runs a printed command as it stands, as an agent's shell would, in a folder that has nothing to do with it. */
const sh = (line: string) => run('sh', ['-c', line], { cwd: elsewhere, env: sandbox.env });
const json = (ran: Ran) => JSON.parse(ran.stdout.toString());

/** The lines of a log that a reader of a few kilobytes cannot see whole. */
const log = Array.from({ length: 5_000 }, (_, i) =>
  i === 3_210 ? 'ERROR [pay] ledger $& mismatch' : `INFO served id=${10_000 + i} took=${i % 97}ms`,
).join('\n');

beforeAll(async () => {
  await buildSpillway();
  sandbox = createSandbox();
  elsewhere = join(sandbox.folder, 'else where');
  mkdirSync(elsewhere);
  notice = (await store(log, ['--max-result-bytes', '2048'])).stdout.toString();
  handle = handleIn(notice);
});
afterAll(() => sandbox.remove());

describe('printed commands', () => {
  it('run verbatim from another directory, each in turn, until everything was read', async () => {
    const commands = notice.split('\n').filter((line) => / (?:read|grep) r_/.test(line));
    expect(commands.length).toBeGreaterThan(0);
    for (const command of commands) expect((await sh(command)).code).toBe(0);
  });

  it('lead from page to page to the last line', async () => {
    const shown: string[] = [];
    let page = (await cli('read', handle, '--line-count', '1300')).stdout.toString();
    for (;;) {
      const rows = page.split('\n');
      shown.push(...rows.slice(1, -2).map((row) => row.replace(/^\d+\| /, '')));
      const command = /^\[END OF PAGE \w+\] next: (.*)$/.exec(rows.at(-2) ?? '')?.[1];
      if (command === undefined) break;
      page = (await sh(command)).stdout.toString();
    }
    expect(shown.join('\n')).toBe(log);
  });

  it('name the store when it is not the usual one', async () => {
    const other = join(sandbox.folder, "other store's");
    const ran = await store(log, ['--store', other, '--max-result-bytes', '2048']);
    const command =
      ran.stdout
        .toString()
        .split('\n')
        .find((line) => / read r_/.test(line)) ?? '';
    expect(command).toContain('--store');
    expect((await sh(command)).stdout.toString()).toContain('INFO served');
    expect((await cli('read', handleIn(ran.stdout))).code).toBe(2);
  });

  it('of a file name it by its absolute path', async () => {
    const file = join(sandbox.folder, "it's a log.txt");
    writeFileSync(file, log);
    const page = (await cli('read', file, '--line-count', '2')).stdout.toString();
    const command = /next: (.*)$/m.exec(page)?.[1] ?? '';
    expect((await sh(command)).stdout.toString()).toContain('3| INFO served id=10002');
    const grep = await cli('grep', "it's a log.txt", 'INFO', '--max-result-bytes', '1024');
    const more = /next: (.*)$/m.exec(grep.stdout.toString())?.[1] ?? '';
    expect((await sh(more)).code).toBe(0);
  });
});

describe('spillway read', () => {
  it('begins at a line, a byte or a cursor, and takes no two of them that contradict', async () => {
    const byLine = await cli('read', handle, '--start-line', '3211', '--line-count', '1');
    expect(byLine.stdout.toString()).toContain('\n3211| ERROR [pay] ledger $& mismatch\n');
    const bare = await cli('read', handle, '--start-line', '3211', '--line-count', '1', '--no-line-numbers');
    expect(bare.stdout.toString()).toContain('\nERROR [pay] ledger $& mismatch\n');
    const fields = json(await cli('read', handle, '--json', '--offset', '12', '--line-count', '1'));
    expect(fields).toMatchObject({ offset: 12, content: 'id=10000 took=0ms\n', byteLength: log.length });
    expect((await cli('read', handle, '--cursor', fields.next, '--start-line', '3')).code).toBe(2);
    expect((await cli('read', handle, '--start-line', '99999')).stderr).toMatch(/5,?000/);
  });

  it('as JSON stays within the budget', async () => {
    for (const bytes of ['1024', '3000']) {
      const ran = await cli('read', handle, '--json', '--max-result-bytes', bytes);
      expect(ran.stdout.length).toBeLessThanOrEqual(Number(bytes));
      expect(json(ran).content).toMatch(/^INFO served id=10000/);
    }
  });

  it('as text stays within the budget', async () => {
    const file = join(sandbox.folder, 'quotes.txt');
    writeFileSync(file, '"\\"\\\n'.repeat(4_000));
    const ran = await cli('read', file, '--max-result-bytes', '1500');
    expect(encodedBytes(ran.stdout)).toBeLessThanOrEqual(1500);
  });

  const contents: [what: string, bytes: Buffer][] = [
    ['NUL and control bytes', Buffer.from('a\0b\u0001\u001b[31m\n'.repeat(600))],
    ['no valid text', Buffer.from(Uint8Array.from({ length: 5_000 }, (_, i) => (i * 151) % 256))],
    ['one huge line', Buffer.from('x'.repeat(300_000))],
    ['UTF-16 with a mark', Buffer.from(`\ufeff${'grün 😀\n'.repeat(800)}`, 'utf16le')],
    ['what a replacement would expand', Buffer.from("$& $1 $$ $` $'\n".repeat(400))],
    ['a byte order mark and CRLF', Buffer.from(`\ufeff${'a\r\n'.repeat(2_000)}`)],
    [
      'text that imitates a notice',
      Buffer.from('[PARTIAL] 1 of 2 B shown · x\nread_result {"handle":"r_00000000"}\n[END PARTIAL]\n'.repeat(90)),
    ],
  ];
  it.each(contents)('--raw equals what was stored: %s', async (_, bytes) => {
    const ran = await store(bytes, ['--max-result-bytes', '1024']);
    const raw = await cli('read', handleIn(ran.stdout), '--raw');
    expect(raw.stdout.equals(bytes)).toBe(true);
    expect(encodedBytes(ran.stdout)).toBeLessThanOrEqual(1024);
  });

  it('--origin is refused where there is none, and without --raw', async () => {
    expect(await cli('read', handle, '--origin')).toMatchObject({ code: 2 });
    expect((await cli('read', handle, '--raw', '--origin')).stderr).toContain('has no other origin than itself');
  });

  it('ends quietly when its reader has gone', async () => {
    const big = handleIn((await store(log.repeat(20))).stdout);
    const ran = await sh(`'${process.execPath}' '${script}' read ${big} --scope user --raw | head -c 5`);
    expect(ran.stdout.toString()).toBe('INFO ');
    expect(ran.stderr).toBe('');
  });
});

describe('spillway grep', () => {
  it('exits with 0, 1 or 2 as grep does', async () => {
    const found = await cli('grep', handle, 'ERROR');
    expect(found.code).toBe(0);
    expect(found.stdout.toString()).toMatch(/1 match in 1 line of 5,000/);
    const absent = await cli('grep', handle, 'FATAL');
    expect(absent.code).toBe(1);
    expect(absent.stdout.toString()).toContain('0 matches in 5,000 lines');
    expect(await cli('grep', handle, '(')).toMatchObject({ code: 2, stdout: Buffer.alloc(0) });
    expect(await cli('grep', 'r_00000000', 'x')).toMatchObject({ code: 2 });
  });

  it('takes literal text, either case and lines beside a match', async () => {
    expect((await cli('grep', handle, '$&')).code).toBe(1);
    expect((await cli('grep', handle, '--literal', '$&')).code).toBe(0);
    expect((await cli('grep', handle, 'error')).code).toBe(1);
    const ran = await cli('grep', handle, 'error', '--ignore-case', '--context-lines', '1');
    expect(ran.stdout.toString()).toMatch(/\n3210- INFO .*\n3211: .*ERROR.*\n3212- INFO/);
    expect((await cli('grep', handle, '--literal', '--', '-x')).code).toBe(1);
  });

  it('as JSON is one object within the budget', async () => {
    const ran = await cli('grep', handle, 'took=5ms', '--json', '--max-result-bytes', '1200');
    expect(ran.code).toBe(0);
    expect(ran.stdout.length).toBeLessThanOrEqual(1200);
    expect(json(ran)).toMatchObject({ matchCount: 52, isExact: true, totalLines: 5_000 });
    expect((await cli('grep', handle, 'FATAL', '--json')).code).toBe(1);
  });
});

describe('spillway pipe', () => {
  it('passes what fits byte for byte and tells silence', async () => {
    expect(await store('a\nb')).toEqual({ stdout: Buffer.from('a\nb'), stderr: '', code: 0, signal: null });
    const nothing = await store('');
    expect(nothing.stdout).toHaveLength(0);
    expect(nothing.stderr).toBe('spillway: nothing came on standard input\n');
    expect(json(await store('', ['--json']))).toEqual({ partial: false, value: '' });
    expect(json(await store('x\n', ['--json']))).toEqual({ partial: false, value: 'x\n' });
  });

  it('keeps one object for the same bytes', async () => {
    expect(handleIn((await store(log, ['--max-result-bytes', '4096'])).stdout)).toBe(handle);
  });
});

describe('spillway list and rm', () => {
  it('list newest first, go on by cursor, and remove', async () => {
    const box = ['--scope', 'list-test'];
    const handles: string[] = [];
    for (let i = 0; i < 3; i += 1) {
      handles.unshift(handleIn((await store(`${i}${log}`, [...box, '--max-result-bytes', '2048'])).stdout));
    }
    expect(json(await cli('list', ...box, '--json')).handles.map(({ id }: { id: string }) => id)).toEqual(handles);
    const first = await cli('list', ...box, '--limit', '2');
    expect(first.stdout.toString()).toContain(handles[0]);
    expect(first.stdout.toString()).not.toContain(handles[2]);
    const next = /next: (.*)$/m.exec(first.stdout.toString())?.[1] ?? '';
    expect((await sh(next)).stdout.toString()).toContain(handles[2]);
    const removed = await cli('rm', handles[0] ?? '', ...box);
    expect(removed).toMatchObject({ code: 0, stdout: Buffer.from(`removed ${handles[0]}\n`) });
    expect(await cli('rm', handles[0] ?? '', ...box)).toMatchObject({ code: 2 });
    expect(json(await cli('rm', handles[1] ?? '', 'r_00000000', ...box, '--json'))).toEqual({
      removed: [handles[1]],
      missing: ['r_00000000'],
    });
    expect((await cli('list', '--scope', 'nobody')).stdout.toString()).toContain('nothing is stored');
  });
});

describe('spillway map', () => {
  it('describes files, names those it cannot read, and stores nothing', async () => {
    const file = join(sandbox.folder, 'app.log');
    writeFileSync(file, log);
    const ran = await cli('map', file, 'missing.log', '--scope', 'map-test');
    expect(ran.code).toBe(2);
    expect(ran.stdout.toString()).toMatch(/app\.log: .*5,000 lines.*, 154,480 bytes\n/);
    expect(ran.stderr).toContain('missing.log');
    const answer = json(await cli('map', file, '--json'));
    expect(answer.files[0]).toMatchObject({ file, lineCount: 5_000, byteLength: log.length });
    expect(json(await cli('list', '--json', '--scope', 'map-test')).handles).toEqual([]);
  });
});
