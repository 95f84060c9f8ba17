import { mkdtempSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { EarlySync } from '../../../../src/store/fs/writing/early-sync.ts';

const mebibyte = 1_048_576;
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'spillway-early-sync-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

// Fails when a failure is forgotten: the system would not tell it again.
it('keeps a failure until it is asked for', async () => {
  const file = await open(join(folder, 'gone'), 'w');
  await file.close();
  const sync = new EarlySync(file);
  sync.wrote(7 * mebibyte);
  await sync.settle();
  sync.wrote(mebibyte);
  await expect(sync.settle()).rejects.toThrow('closed');
  sync.wrote(16 * mebibyte);
  await expect(sync.settle()).rejects.toThrow('closed');
});
