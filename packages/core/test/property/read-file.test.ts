import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Page, readPage } from '../../src/read/page/page.ts';
import { openFileSource } from '../../src/read/source/file-source.ts';
import { fileTarget } from '../../src/read/source/file-target.ts';
import { anyContent } from '../read/support/contents.ts';
import { joinBytes } from '../read/support/targets.ts';

let dir = '';
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'spillway-read-'));
});
afterAll(() => rm(dir, { recursive: true }));

/** Each page as a process of its own would read it: opened anew, with nothing but the cursor. */
async function readOnce(
  path: string,
  cursor: string | undefined,
  maxContentBytes: number,
): Promise<Page & { raw: Uint8Array }> {
  const source = await openFileSource(path);
  try {
    const page = await readPage(await fileTarget(source), cursor === undefined ? {} : { cursor }, { maxContentBytes });
    return { ...page, raw: await source.read(page.offset, page.nextOffset - page.offset) };
  } finally {
    await source.close();
  }
}

describe('tiling of plain files', () => {
  // Fails when the file source reads from where the last read ended instead of from the offset it is given.
  it('rebuilds any file by next, whatever its encoding is taken for', async () => {
    let overBudget = 0;
    await fc.assert(
      fc.asyncProperty(anyContent, fc.integer({ min: 96, max: 900 }), async ({ bytes }, maxContentBytes) => {
        const path = join(dir, 'file');
        await writeFile(path, bytes);
        const parts: Uint8Array[] = [];
        for (let cursor: string | undefined, at = 0; ; ) {
          const page = await readOnce(path, cursor, maxContentBytes);
          if (page.offset !== at || (bytes.length > 0 && page.nextOffset <= at)) expect.unreachable('not strictly on');
          if (page.hasGrown) expect.unreachable('the file has not grown');
          parts.push(page.raw);
          at = page.nextOffset;
          cursor = page.next;
          if (cursor === undefined) break;
        }
        if (parts.length > 1) overBudget++;
        expect(Buffer.compare(joinBytes(parts), bytes)).toBe(0);
      }),
      { numRuns: 100 },
    );
    expect(overBudget).toBeGreaterThan(33);
  }, 120_000);
});
