import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDesk, type Desk } from '../support/in-process.ts';
import { sampleLog } from '../support/sample-log.ts';
import { encodedBytes, handleIn, script } from '../support/spillway.ts';

let desk: Desk;
let file: string;
const tail = (...args: string[]) => desk.call(['tail', ...args]);

beforeAll(() => {
  desk = createDesk();
  file = join(desk.folder, 'app.log');
  writeFileSync(file, Array.from({ length: 3_000 }, (_, at) => `line ${at + 1}\n`).join(''));
});
afterAll(() => desk.remove());

describe('spillway tail', () => {
  it('prints the last lines, and the command for those before them', async () => {
    const { stdout, code } = await tail(file, '--lines', '2');
    expect([code, stdout.split('\n').slice(1, 3)]).toEqual([0, ['2999| line 2999', '3000| line 3000']]);
    const next = JSON.parse((await tail(file, '--lines', '2', '--json')).stdout).next[0];
    expect(next).toEqual({
      tool: 'tail',
      arguments: { file, lines: 2, cursor: expect.any(String) },
      command: `${script} tail ${file} --lines 2 --cursor ${next.arguments.cursor}`,
    });
    expect(stdout).toContain(`next: ${next.command}\n`);
    expect((await tail(file, '-n', '2')).stdout).toBe(stdout);
    expect((await tail(file, '--lines', '2', '--cursor', next.arguments.cursor)).stdout).toContain(
      '\n2998| line 2998\n',
    );
  });

  it('goes on with what was appended', async () => {
    const growing = join(desk.folder, 'growing.log');
    writeFileSync(growing, 'one\n');
    const { later } = JSON.parse((await tail(growing, '--json')).stdout);
    appendFileSync(growing, 'two\n');
    const { content, startLine, next } = JSON.parse((await tail(growing, '--json', '--cursor', later)).stdout);
    expect([content, startLine, next]).toEqual(['two\n', 2, undefined]);
  });

  it('reads a handle, and what gzip compressed, from the end', async () => {
    const handle = handleIn((await desk.call(['pipe', '--max-result-bytes', '2048'], { input: sampleLog })).stdout);
    const last = sampleLog.trimEnd().split('\n').at(-1) as string;
    expect((await tail(handle, '--lines', '1', '--no-line-numbers')).stdout).toContain(`\n${last}\n`);
    const packed = join(desk.folder, 'packed.log');
    writeFileSync(packed, gzipSync(sampleLog));
    const { stdout } = await tail(packed, '--lines', '1', '--no-line-numbers');
    expect(stdout).toContain(`\n${last}\n`);
    expect(stdout).toContain('of gzip');
  });

  it('stays within the budget and names what is wrong', async () => {
    const text = await tail(file, '--max-result-bytes', '1024');
    expect(encodedBytes(text.stdout)).toBeLessThanOrEqual(1024);
    expect((await tail(file, '--json', '--max-result-bytes', '1024')).bytes.length).toBeLessThanOrEqual(1024);
    expect(await tail(file, '--lines', '0')).toMatchObject({ code: 2, stdout: '' });
    expect(await tail(join(desk.folder, 'none.log'))).toMatchObject({ code: 2, stdout: '' });
    expect((await tail('/dev/zero')).stderr).toContain('device');
  });
});
