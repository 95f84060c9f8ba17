import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EngineCall } from '../../../src/grep-files/engine/engine.ts';
import { createRipgrepEngine } from '../../../src/grep-files/engine/ripgrep/create-ripgrep-engine.ts';
import { chooseAccess } from '../../../src/grep-files/engine/ripgrep/file-access.ts';
import { findRipgrep } from '../../../src/grep-files/engine/ripgrep/find-ripgrep.ts';
import type { SearchFile } from '../../../src/grep-files/search-file.ts';
import { createSearchFolder, type SearchFolder } from '../support/search-folder.ts';

const kibibyte = 1024;
const mebibyte = 1_048_576;

describe('chooseAccess', () => {
  it.each<[what: string, sizes: number[], access: string]>([
    ['a small file', [1], 'read'],
    ['many small files', Array(100).fill(64 * kibibyte), 'read'],
    ['files of 128 KiB', [128 * kibibyte, 128 * kibibyte], 'mapped'],
    ['files of 128 KiB in the mean', [1, 256 * kibibyte], 'mapped'],
    ['a few of these among many small ones', [...Array(50).fill(kibibyte), mebibyte], 'read'],
    ['a large file among many small ones', [...Array(1000).fill(1), 17 * mebibyte], 'mapped'],
  ])('%s', (_, sizes, access) => {
    expect(chooseAccess(sizes.map((byteLength) => ({ byteLength }) as SearchFile))).toBe(access);
  });
});

describe('ripgrep that is ended by the system while files are mapped', () => {
  const call: EngineCall = { maxKept: 100, countsFiles: false, maxMs: 20_000 };
  let folder: SearchFolder;
  beforeEach(() => {
    folder = createSearchFolder();
  });
  afterEach(() => folder.remove());

  /** The real one, but that it dies as of a file that became shorter while it was mapped. */
  async function mortalRipgrep(): Promise<string> {
    const path = join(folder.path, 'mortal');
    const script = `#!/bin/sh\ncase " $* " in *' --mmap '*) kill -BUS $$;; esac\nexec '${await findRipgrep()}' "$@"\n`;
    writeFileSync(path, script, { mode: 0o700 });
    return path;
  }

  it.each<[what: string, given: Partial<EngineCall>, found: number, matchCount: number]>([
    ['finds', {}, 2, 2],
    ['finds from a place on', { from: { offset: 1, line: 1 } }, 1, 1],
    ['counts all', { maxKept: 0 }, 0, 2],
    ['counts each', { maxKept: 0, countsFiles: true }, 2, 2],
  ])('reads them, and %s', async (_, given, found, matchCount) => {
    for (const name of ['a.log', 'b.log']) folder.write(name, `needle\n${'other\n'.repeat(40_000)}`);
    const engine = createRipgrepEngine(await mortalRipgrep(), { pattern: 'needle' });
    const outcome = await engine?.search([folder.look('a.log'), folder.look('b.log')], { ...call, ...given });
    expect(outcome).toMatchObject({ matchCount, fileCount: matchCount, failed: [] });
    expect(outcome?.found).toHaveLength(found);
  });

  it('leaves large ones to the other engine, as a line of them may be as large', async () => {
    folder.write('a.log', 'needle\n'.repeat(2_500_000));
    const engine = createRipgrepEngine(await mortalRipgrep(), { pattern: 'needle' });
    await expect(engine?.search([folder.look('a.log')], call)).rejects.toMatchObject({ name: 'EngineStopped' });
  });
});
