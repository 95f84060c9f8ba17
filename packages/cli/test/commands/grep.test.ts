import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDesk, type Desk } from '../support/in-process.ts';
import { sampleLog } from '../support/sample-log.ts';
import { handleIn } from '../support/spillway.ts';

let desk: Desk;
let handle: string;
const grep = (...args: string[]) => desk.call(['grep', handle, ...args]);

beforeAll(async () => {
  desk = createDesk();
  handle = handleIn((await desk.call(['pipe', '--max-result-bytes', '2048'], { input: sampleLog })).stdout);
});
afterAll(() => desk.remove());

describe('spillway grep', () => {
  it('exits with 0, 1 or 2 as grep does', async () => {
    const found = await grep('ERROR');
    expect(found.code).toBe(0);
    expect(found.stdout).toMatch(/1 match in 1 line of 5,000/);
    const absent = await grep('FATAL');
    expect(absent.code).toBe(1);
    expect(absent.stdout).toContain('0 matches in 5,000 lines');
    expect(await grep('(')).toMatchObject({ code: 2, stdout: '' });
    expect(await desk.call(['grep', 'r_00000000', 'x'])).toMatchObject({ code: 2, stdout: '' });
  });

  it('takes literal text, either case, lines beside a match, and a pattern that looks like a flag', async () => {
    expect((await grep('$&')).code).toBe(1);
    expect((await grep('--literal', '$&')).code).toBe(0);
    expect((await grep('error')).code).toBe(1);
    const ran = await grep('error', '--ignore-case', '--context-lines', '1');
    expect(ran.stdout).toMatch(/\n3210- INFO .*\n3211: .*ERROR.*\n3212- INFO/);
    expect((await grep('--literal', '--', '-x')).code).toBe(1);
    expect((await grep('x', '--context-lines', '51')).stderr).toContain('0 to 50');
  });

  it('takes the short flags of grep', async () => {
    const ran = await grep('error', '-i', '-C', '1');
    expect(ran.stdout).toBe((await grep('error', '--ignore-case', '--context-lines', '1')).stdout);
    expect((await grep('error', '-iC1')).stdout).toBe(ran.stdout);
    expect((await grep('-niEr', '-C1', 'error')).stdout).toBe(ran.stdout);
    expect((await grep('-F', '$&')).stdout).toBe((await grep('--literal', '$&')).stdout);
  });

  it('of a folder names options as the command line has them', async () => {
    const folder = join(desk.folder, 'packed');
    mkdirSync(join(folder, 'node_modules'), { recursive: true });
    writeFileSync(join(folder, 'old.log.gz'), gzipSync('needle\n'));
    const ran = await desk.call(['grep', folder, 'needle']);
    expect(ran.stdout).toContain(' · --compressed searches compressed files · ');
    expect(ran.stdout).toContain('not searched (--all-folders searches them)');
    const again = await desk.call(['grep', folder, 'needle', '--compressed', '--all-folders']);
    expect(again.stdout).toContain('1 match in 1 line of 1 file');
  });

  it.each(['-c', '--count', '--count-only'])('prints the counts alone with %s', async (flag) => {
    const ran = await grep('took=5ms', flag);
    expect(ran.code).toBe(0);
    expect(ran.stdout).toMatch(
      / · 52 matches in 52 lines of 5,000 \(\d+–\d+\) · counted only, none shown · end of result\n/,
    );
    expect(ran.stdout.split('\n')[1]).toBe('52');
    expect(ran.bytes.length).toBeLessThan(300);
    const none = await grep('FATAL', flag);
    expect([none.code, none.stdout.split('\n')[1]]).toEqual([1, '0']);
  });

  it('as JSON is one object within the budget, with the same exit code', async () => {
    const ran = await grep('took=5ms', '--json', '--max-result-bytes', '1200');
    expect(ran.code).toBe(0);
    expect(ran.bytes.length).toBeLessThanOrEqual(1200);
    expect(JSON.parse(ran.stdout)).toMatchObject({ matchCount: 52, isExact: true, totalLines: 5_000 });
    expect(await grep('FATAL', '--json')).toMatchObject({ code: 1 });
  });

  it('goes on where an answer ended', async () => {
    const first = JSON.parse((await grep('took=5ms', '--json', '--max-result-bytes', '1200')).stdout);
    const [next] = first.next;
    expect(next).toMatchObject({ tool: 'grep', arguments: { pattern: 'took=5ms' } });
    expect(next.command).toMatch(/ grep \S+ .*--cursor \S+ .*took=5ms$/);
    const second = JSON.parse((await grep('took=5ms', '--json', '--cursor', next.arguments.cursor)).stdout);
    expect(first.shownMatches + second.matchCount).toBe(52);
    expect((await grep('took=6ms', '--cursor', next.arguments.cursor)).code).toBe(2);
  });

  it('searches the files in a folder, and its next command goes on from any directory', async () => {
    const folder = join(desk.folder, 'a folder');
    mkdirSync(join(folder, 'deep'), { recursive: true });
    writeFileSync(join(folder, 'a.log'), `${'x'.repeat(60)} needle\n`.repeat(40));
    writeFileSync(join(folder, 'deep', 'b.txt'), 'needle\n');
    const first = await desk.call(['grep', folder, 'needle', '--max-result-bytes', '2048']);
    expect(first.code).toBe(0);
    expect(first.stdout).toContain(`41 matches in 41 lines of 2 files (2 searched)`);
    expect(first.stdout).toContain(`a folder/a.log\n1: `);
    const only = await desk.call(['grep', folder, 'needle', '--include', '*.txt', '--count']);
    expect(only.stdout).toContain('/deep/b.txt: 1 match in 1 line\n');
    const json = await desk.call(['grep', folder, 'needle', '--json', '--max-result-bytes', '2048']);
    const { next } = JSON.parse(json.stdout) as { next: { arguments: object }[] };
    expect(next[0]?.arguments).toMatchObject({ file: folder, pattern: 'needle' });
    expect(await desk.call(['grep', folder, 'absent'])).toMatchObject({ code: 1 });
  });
});
