import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDesk, type Desk } from '../support/in-process.ts';
import { buildSpillway, encodedBytes, handleIn, script } from '../support/spillway.ts';

const rows = JSON.stringify({ rows: Array.from({ length: 500 }, (_, id) => ({ id, name: `user ${id}` })) });

let desk: Desk;
let file: string;
const query = (...args: string[]) => desk.call(['query', ...args]);

beforeAll(() => {
  desk = createDesk();
  file = join(desk.folder, 'rows.json');
  writeFileSync(file, rows);
});
afterAll(() => desk.remove());

describe('spillway query', () => {
  it('prints values as they stand in a file, and the command for those behind them', async () => {
    const { stdout, code } = await query(file, 'rows[*].name', '--max-result-bytes', '1024');
    expect([code, stdout.split('\n')[1]]).toEqual([0, '$.rows[0].name: "user 0"']);
    const json = JSON.parse((await query(file, 'rows[*].name', '--json', '--max-result-bytes', '2048')).stdout);
    const [next] = json.next;
    expect(next).toEqual({
      tool: 'query',
      arguments: { file, path: 'rows[*].name', cursor: expect.any(String) },
      command: `${script} query ${file} --max-result-bytes 2048 --cursor ${next.arguments.cursor} 'rows[*].name'`,
    });
    const second = JSON.parse((await query(file, 'rows[*].name', '--json', '--cursor', next.arguments.cursor)).stdout);
    expect(second.firstMatch).toBe(json.lastMatch + 1);
    expect(second.matches[0]).toMatchObject({ path: `$.rows[${json.lastMatch}].name`, kind: 'string' });
  });

  it('gives every match as JSON, within the budget, by its next alone', async () => {
    const found: unknown[] = [];
    let more: string[] = [];
    for (;;) {
      const { stdout, bytes } = await query(file, 'rows[*].id', '--json', '--max-result-bytes', '8192', ...more);
      expect(bytes.length).toBeLessThanOrEqual(8192);
      const page = JSON.parse(stdout);
      found.push(...page.matches.map(({ json }: { json: string }) => JSON.parse(json)));
      if (page.next === undefined) break;
      more = ['--cursor', page.next[0].arguments.cursor];
    }
    expect(found).toEqual(Array.from({ length: 500 }, (_, id) => id));
  });

  it('queries a handle, and prints a command that runs as it stands', async () => {
    const handle = handleIn((await desk.call(['pipe', '--max-result-bytes', '2048'], { input: rows })).stdout);
    const { stdout } = await query(handle, '$.rows[?@.id >= 100]', '--max-result-bytes', '1024');
    expect(stdout).toContain(`${handle} at "$.rows[?@.id >= 100]" · 400 matches · `);
    const command = /next: (.*)\n$/.exec(stdout)?.[1] ?? '';
    expect(command).toContain(`query ${handle} --scope `);
    expect(command.endsWith(" '$.rows[?@.id >= 100]'")).toBe(true);
  });

  it('prints a count alone, and exits with 1 where nothing matches', async () => {
    const counted = await query(file, '..id', '--count');
    expect([counted.code, counted.stdout.split('\n')[1]]).toEqual([0, '500']);
    expect((await query(file, '..id', '-c')).stdout).toBe(counted.stdout);
    expect(JSON.parse((await query(file, '..id', '--count', '--json')).stdout)).toMatchObject({
      matchCount: 500,
      countOnly: true,
      matches: [],
    });
    const none = await query(file, 'lines');
    expect([none.code, none.stdout]).toEqual([
      1,
      expect.stringContaining('0 matches · JSON · $ is an object with the keys "rows"'),
    ]);
  });

  it('reads what gzip compressed', async () => {
    const packed = join(desk.folder, 'packed.json.gz');
    writeFileSync(packed, gzipSync('{"a":1.50}'));
    expect((await query(packed, 'a')).stdout).toContain('\n$.a: 1.50\n');
  });

  it('stays within the budget, and says with 2 what is wrong', async () => {
    const long = join(desk.folder, 'long.json');
    writeFileSync(long, JSON.stringify(['"\\'.repeat(5000)]));
    expect(encodedBytes((await query(long, '[0]', '--max-result-bytes', '1024')).stdout)).toBeLessThanOrEqual(1024);
    const asJson = await query(long, '[0]', '--json', '--max-result-bytes', '2048');
    expect(asJson.bytes.length).toBeLessThanOrEqual(2048);
    expect(JSON.parse(asJson.stdout)).toMatchObject({ endsMidMatch: true, matchCount: 1 });
    writeFileSync(join(desk.folder, 'text.txt'), 'no JSON\n');
    for (const [operand, path, code] of [
      [file, 'rows[', 'path-invalid'],
      [join(desk.folder, 'text.txt'), 'a', 'not-json'],
      [join(desk.folder, 'none.json'), 'a', 'source-missing'],
    ] as const) {
      const answer = await query(operand, path, '--json');
      expect([answer.code, JSON.parse(answer.stdout).error.code]).toEqual([2, code]);
    }
    expect((await query(file, 'rows[')).stderr).toMatch(/^spillway: That is not a JSONPath .*What works: \.name, /);
    expect((await query(join(desk.folder, 'text.txt'), 'a')).stderr).toMatch(
      /^spillway: A JSONPath needs JSON .*Search it with a pattern instead \(grep\), or read it in pages\.\n$/,
    );
  });

  it('runs on a thread of its own in the built command', async () => {
    await buildSpillway();
    const folder = desk.folder;
    const out = execFileSync(process.execPath, [script, 'query', file, 'rows[499]', '--store', join(folder, 'store')], {
      encoding: 'utf8',
    });
    expect(out).toContain('\n$.rows[499]: {"id":499,"name":"user 499"}\n');
  });
});
