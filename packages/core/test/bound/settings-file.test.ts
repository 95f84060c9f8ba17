import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSettingsFile } from '../../src/bound/settings-file.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spillway-settings-'));
});
afterAll(() => rm(folder, { recursive: true }));

const path = (name: string): string => join(folder, name);

it('reads settings and names keys that mean nothing', async () => {
  await writeFile(path('good.json'), '{"$schema":"x","maxResultBytes":2048,"maxResultByte":1}');
  const { layer, warnings } = await readSettingsFile(path('good.json'), { tightenOnly: true });
  expect(layer).toEqual({ source: 'file', tightenOnly: true, values: { maxResultBytes: 2_048 } });
  expect(warnings).toEqual([expect.stringContaining('"maxResultByte" is no setting')]);
});

it('takes a missing project file for no settings, and refuses a missing named one', async () => {
  expect((await readSettingsFile(path('none.json'), { tightenOnly: true })).warnings).toEqual([]);
  await expect(readSettingsFile(path('none.json'), { tightenOnly: false })).rejects.toMatchObject({
    code: 'setting-invalid',
  });
});

describe('a file that is no plain small file', () => {
  it.each([
    ['a named pipe', async () => execFileSync('mkfifo', [path('pipe.json')]), 'pipe.json'],
    ['a link to a device', () => symlink('/dev/zero', path('zero.json')), 'zero.json'],
    ['a large file', () => writeFile(path('large.json'), ' '.repeat(65_537)), 'large.json'],
    ['no JSON', () => writeFile(path('text.json'), 'maxResultBytes=1'), 'text.json'],
    ['an array', () => writeFile(path('array.json'), '[]'), 'array.json'],
  ])('%s is left out with a warning when found, refused when named', async (_, make, name) => {
    await make();
    const found = await readSettingsFile(path(name), { tightenOnly: true });
    expect(found.layer.values).toEqual({});
    expect(found.warnings).toEqual([expect.stringContaining('it is left out')]);
    await expect(readSettingsFile(path(name), { tightenOnly: false })).rejects.toMatchObject({
      facts: { status: 400 },
    });
  });
});
