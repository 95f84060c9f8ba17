import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { placeNewFile } from '../../src/writing/place-new-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'spillway-place-'));
  writeFileSync(join(folder, 'temporary'), 'new');
});
afterEach(() => rmSync(folder, { recursive: true }));

const place = (code?: string): Promise<void> => {
  const names = [Buffer.from(join(folder, 'temporary')), Buffer.from(join(folder, 'target'))] as const;
  if (code === undefined) return placeNewFile(...names);
  return placeNewFile(...names, () => Promise.reject(Object.assign(new Error(code), { code })));
};

describe('placeNewFile', () => {
  it.each([undefined, 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'])(
    'gives a file its name where link says %s',
    async (code) => {
      await place(code);
      expect(readFileSync(join(folder, 'target'), 'utf8')).toBe('new');
    },
  );

  it.each([undefined, 'EPERM'])('never replaces a file or a dangling link where link says %s', async (code) => {
    writeFileSync(join(folder, 'target'), 'theirs');
    await expect(place(code)).rejects.toMatchObject({ code: 'EEXIST' });
    expect(readFileSync(join(folder, 'target'), 'utf8')).toBe('theirs');
    rmSync(join(folder, 'target'));
    symlinkSync('nowhere', join(folder, 'target'));
    await expect(place(code)).rejects.toMatchObject({ code: 'EEXIST' });
  });

  it('passes on what else the system says', async () => {
    await expect(place('ENOSPC')).rejects.toMatchObject({ code: 'ENOSPC' });
    expect(readdirSync(folder)).toEqual(['temporary']);
  });
});
