import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { compiledTools } from '../support/compiled-tools.ts';

const tools = compiledTools({
  files: ['list-dir/create-list-dir-tool.ts', 'roots/create-roots.ts'],
  program: new URL('../support/walk-listing.mjs', import.meta.url),
});

const entryCount = 100_000;
/** 7,919 and 100,003 are primes, so that the order in which the files are made has nothing to do with their names. */
const names = Array.from({ length: entryCount }, (_, at) => `file-${(at * 7_919) % 100_003}.log`);
let directory = '';
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'spillway-many-'));
  for (const name of names) writeFileSync(join(directory, name), '');
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

// Fails when a pass keeps every name (over 30 MB are held then), and when a page leaves out or repeats an entry.
it('BC-103 100,000 entries in pages of 1,024 bytes: each once, sorted, in the memory of what is kept for some pages', () => {
  const args = ['--expose-gc', join(tools(), 'walk-listing.mjs'), tools(), directory, '1024'];
  const seen = JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }));
  const sorted = [...names].sort();
  expect(seen).toMatchObject({
    names: entryCount,
    isSorted: true,
    sha256: createHash('sha256')
      .update(`${sorted.join('\n')}\n`)
      .digest('hex'),
  });
  expect(seen.largestAnswer).toBeLessThanOrEqual(1_024);
  expect(seen.heldGrowth).toBeLessThan(12_000_000);
});
