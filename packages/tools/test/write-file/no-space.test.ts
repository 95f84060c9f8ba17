import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { compiledTools } from '../support/compiled-tools.ts';

const tools = compiledTools({
  files: ['write-file/create-write-file-tool.ts', 'roots/create-roots.ts'],
  program: new URL('../support/append-texts.mjs', import.meta.url),
});

let directory = '';
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'spillway-no-space-'));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

// Fails when what could be added before the room ran out stays, though the answer says that the file is as it was.
it('takes back what was added where there is no room for all of it, and leaves no new file', () => {
  writeFileSync(join(directory, 'app.log'), Buffer.alloc(200_000, 'a'));
  const list = JSON.stringify([
    ['app.log', 2_000_000],
    ['new.log', 2_000_000],
    ['app.log', 5],
  ]);
  // Files of at most 512 KiB, or 1 MiB where the unit of the shell is 1,024 bytes.
  const shell = ['-c', 'ulimit -f 1024; exec "$@"', 'sh', process.execPath];
  const output = execFileSync('sh', [...shell, join(tools(), 'append-texts.mjs'), tools(), directory, list]);
  expect(JSON.parse(output.toString())).toEqual([
    '[write-failed] disk/app.log was not written and is as it was: the system allows no file of that size.',
    '[write-failed] disk/new.log was not written and is as it was: the system allows no file of that size.',
    'appended to disk/app.log: 200,005 bytes, before 200,000 bytes',
  ]);
  expect(readdirSync(directory)).toEqual(['app.log']);
  expect(statSync(join(directory, 'app.log')).size).toBe(200_005);
});
