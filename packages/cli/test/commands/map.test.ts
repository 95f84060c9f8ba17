import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDesk, type Desk } from '../support/in-process.ts';
import { sampleLog, sampleLogBytes } from '../support/sample-log.ts';
import { encodedBytes, handleIn } from '../support/spillway.ts';

let desk: Desk;
beforeAll(() => {
  desk = createDesk();
  writeFileSync(join(desk.folder, 'app.log'), sampleLog);
});
afterAll(() => desk.remove());

describe('spillway map', () => {
  it('describes a file as a notice would, names commands that look closer, and stores nothing', async () => {
    const ran = await desk.call(['map', 'app.log']);
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    expect(ran.stdout).toMatch(/^app\.log: log, 5,000 lines, 154,480 bytes\n/);
    expect(ran.stdout).toContain('ERROR [pay] ledger $& mismatch');
    expect(ran.stdout).toMatch(
      new RegExp(`^\\S+ read ${desk.folder}/app\\.log --start-line \\d+ --line-count 20$`, 'm'),
    );
    expect((await desk.call(['list'])).stdout).toContain('nothing is stored');
  });

  it('describes a stored result anew, by its handle, with calls that read it', async () => {
    const handle = handleIn((await desk.call(['pipe', '--max-result-bytes', '2048'], { input: sampleLog })).stdout);
    const ran = await desk.call(['map', handle]);
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    expect(ran.stdout).toMatch(new RegExp(`^${handle}: log, 5,000 lines, 154,480 bytes\n`));
    expect(ran.stdout).toContain('ERROR [pay] ledger $& mismatch');
    expect(ran.stdout).toMatch(new RegExp(`^\\S+ read ${handle} --scope user --start-line \\d+ --line-count 20$`, 'm'));
    const { files } = JSON.parse((await desk.call(['map', handle, '--json'])).stdout);
    expect(files).toMatchObject([{ handle, lineCount: 5_000, next: [{ tool: 'read', arguments: { handle } }, {}] }]);
    expect((await desk.call(['map', 'r_00000000'])).stderr).toMatch(/^spillway: No result has the handle r_00000000/);
  });

  it('of a result that was kept in part, says what is missing', async () => {
    const input = sampleLog.repeat(10);
    const kept = await desk.call(['pipe', '--capture-bytes', '65536', '--max-result-bytes', '2048'], { input });
    const { stdout } = await desk.call(['map', handleIn(kept.stdout)]);
    expect(stdout.split('\n')[0]).toMatch(
      /, 65,536 bytes, 1,479,264 bytes that were produced after byte \d+ were not kept, so they are not here$/,
    );
  });

  it('goes on after a file that it cannot read, and says so at the end', async () => {
    const ran = await desk.call(['map', 'missing.log', 'app.log']);
    expect(ran.code).toBe(2);
    expect(ran.stdout).toContain('app.log: ');
    expect(ran.stderr).toMatch(/^spillway: .*missing\.log does not exist\n$/);
    const json = JSON.parse((await desk.call(['map', 'missing.log', 'app.log', '--json'])).stdout);
    expect(json.files).toMatchObject([{ file: 'app.log', lineCount: 5_000, byteLength: sampleLogBytes, shape: 'log' }]);
    expect(json.failures).toHaveLength(1);
  });

  it('stays within the budget however many files there are', async () => {
    const files = Array.from({ length: 40 }, (_, i) => join(desk.folder, `${i}.log`));
    for (const file of files) writeFileSync(file, sampleLog);
    const text = await desk.call(['map', ...files, '--max-result-bytes', '4000']);
    expect(encodedBytes(text.stdout)).toBeLessThanOrEqual(4000);
    expect(text.stderr).toMatch(/\d+ files more did not fit; name fewer at once/);
    const json = await desk.call(['map', ...files, '--max-result-bytes', '4000', '--json']);
    expect(json.bytes.length).toBeLessThanOrEqual(4000);
    const answer = JSON.parse(json.stdout);
    expect(answer.files.length + answer.omittedFiles).toBe(40);
  });
});
