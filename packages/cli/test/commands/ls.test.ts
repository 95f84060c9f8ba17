import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDesk, type Desk } from '../support/in-process.ts';

let desk: Desk;
beforeAll(() => {
  desk = createDesk();
  const at = (path: string): string => join(desk.folder, 'files', path);
  mkdirSync(at('sub'), { recursive: true });
  writeFileSync(at('sub/inner.txt'), 'inner');
  writeFileSync(at('b.log'), 'x'.repeat(1_234));
  writeFileSync(at('two\nlines'), '');
  writeFileSync(Buffer.concat([Buffer.from(at('/')), Buffer.of(0xfe)]), '');
  symlinkSync('/etc', at('system'));
  mkdirSync(join(desk.folder, 'many'));
  for (let number = 100; number < 300; number++) writeFileSync(join(desk.folder, 'many', `entry-${number}`), '');
});
afterAll(() => desk.remove());

describe('spillway ls', () => {
  it('lists a directory, or the working directory', async () => {
    const { stdout, code } = await desk.call(['ls', 'files']);
    expect(code).toBe(0);
    expect(stdout.split('\n').slice(1, -2)).toEqual([
      'b.log · 1,234 B',
      'sub/',
      'system · link to directory',
      '"two\\nlines" · 0 B',
      '"\\xfe" · 0 B',
    ]);
    const here = await desk.call(['ls'], { cwd: join(desk.folder, 'files', 'sub') });
    expect(here.stdout).toContain('inner.txt · 5 B');
    expect((await desk.call(['ls', '--depth', '2'])).stdout).toContain('files/sub/\n');
  });

  it('goes on with the command that a page ends in, and as JSON', async () => {
    const names: string[] = [];
    let args: readonly string[] | undefined = ['ls', 'many', '--json', '--max-result-bytes', '2000'];
    while (args !== undefined) {
      const { stdout, bytes } = await desk.call(args);
      expect(bytes.length).toBeLessThanOrEqual(2_000);
      const { entries, total, next } = JSON.parse(stdout);
      expect(total).toBe(200);
      names.push(...entries.map(({ path }: { path: string }) => path));
      args = next && ['ls', next[0].arguments.file, '--cursor', next[0].arguments.cursor, ...args.slice(-3)];
    }
    expect(names).toEqual(Array.from({ length: 200 }, (_, at) => `entry-${at + 100}`));
    const { stdout } = await desk.call(['ls', 'many', '--max-result-bytes', '1500']);
    const command = /next: (.*)$/m.exec(stdout)?.[1] ?? '';
    expect(command).toMatch(/ ls \S+\/many --max-result-bytes \d+ --cursor d_[0-9a-z]+$/);
  });

  it('says what is not a directory, and what is not there', async () => {
    execFileSync('mkfifo', [join(desk.folder, 'pipe')]);
    expect(await desk.call(['ls', 'files/b.log'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('b.log is a file, not a directory'),
    });
    expect(await desk.call(['ls', 'pipe'])).toMatchObject({ code: 2, stderr: expect.stringContaining('named pipe') });
    const missing = await desk.call(['ls', 'nothing', '--json']);
    expect(JSON.parse(missing.stdout)).toMatchObject({ error: { code: 'source-missing' } });
    expect(missing.code).toBe(2);
    expect((await desk.call(['ls', '--depth', '17'])).code).toBe(2);
  });

  it('needs no token for a long name: one is refused with the limit that it needs', async () => {
    mkdirSync(join(desk.folder, 'long'));
    writeFileSync(join(desk.folder, 'long', '\u001b'.repeat(255)), '');
    const { code, stderr } = await desk.call(['ls', 'long', '--max-result-bytes', '1024']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/a page of the listing does not fit into maxResultBytes 1024; it needs \d{4}/);
  });
});
