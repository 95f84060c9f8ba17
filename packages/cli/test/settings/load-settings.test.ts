import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { SETTINGS } from '@spillway/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Io } from '../../src/io.ts';
import { limitOptions, limitValues } from '../../src/settings/limit-options.ts';
import { loadSettings } from '../../src/settings/load-settings.ts';
import { keyOf, statedLimits, variableOf, wrongValues, wrongValuesOf } from '../support/limits.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'spillway-settings-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function load(flags: Record<string, string>, env: Io['env'] = {}, config?: string) {
  const stderr = new PassThrough();
  const io: Io = { stdin: new PassThrough(), stdout: new PassThrough(), stderr, env, cwd: folder, script: '' };
  const loaded = await loadSettings(limitValues(flags), config, io);
  const warnings = String(stderr.read() ?? '')
    .split('\n')
    .slice(0, -1);
  return { ...loaded, warnings };
}

describe('limitOptions', () => {
  it('names every limit with its meaning, its bounds and its default', () => {
    const options = limitOptions(SETTINGS.map((row) => row.name));
    expect(options.map((option) => option.flags)).toEqual(statedLimits.map(({ flag }) => `${flag} <n>`));
    for (const [index, { bounds, byDefault }] of statedLimits.entries()) {
      expect(options[index]?.description).toMatch(new RegExp(`^[A-Z].*\\. ${bounds}; default ${byDefault}\\.$`));
    }
  });
});

describe('loadSettings', () => {
  it.each(statedLimits)('refuses every wrong value of the flag $flag and names the bounds', async (limit) => {
    for (const value of wrongValuesOf(limit)) {
      await expect(load({ [keyOf(limit)]: value })).rejects.toMatchObject({
        code: 'setting-invalid',
        message: expect.stringContaining(limit.bounds),
      });
    }
  });

  it.each(wrongValues)(
    'warns once of each variable that is %j, names the bounds and takes the default',
    async (value) => {
      const wronged = statedLimits.filter((limit) => wrongValuesOf(limit).includes(value));
      const { settings, warnings } = await load(
        {},
        Object.fromEntries(wronged.map((limit) => [variableOf(limit), value])),
      );
      expect(warnings).toHaveLength(wronged.length);
      for (const limit of wronged) {
        const line = warnings.find((warning) => warning.startsWith(`spillway: ${variableOf(limit)} must be `)) ?? '';
        expect(line).toContain(limit.bounds);
        expect(line).toContain(`not ${JSON.stringify(value)}; using ${limit.byDefault}`);
        expect(settings[keyOf(limit) as keyof typeof settings].toLocaleString('en-US')).toBe(limit.byDefault);
      }
    },
  );

  it.each(statedLimits)(
    'warns of every wrong value of $flag in a file, also of one that is no number',
    async (limit) => {
      const file = join(folder, 'named.json');
      for (const value of [...wrongValuesOf(limit), null, true, [], -1, 1.5]) {
        writeFileSync(file, JSON.stringify({ [keyOf(limit)]: value }));
        const { warnings } = await load({}, {}, file);
        expect(warnings).toHaveLength(1);
        expect(warnings[0]).toContain(limit.bounds);
      }
    },
  );

  it('takes the flag before the environment before the named file', async () => {
    const file = join(folder, 'order.json');
    writeFileSync(file, '{"maxResultBytes": 3000, "previewBytes": 500}');
    const env = { SPILLWAY_MAX_RESULT_BYTES: '2000' };
    expect((await load({ maxResultBytes: '1500' }, env, file)).settings).toMatchObject({
      maxResultBytes: 1500,
      previewBytes: 500,
    });
    expect((await load({}, env, file)).settings.maxResultBytes).toBe(2000);
    const fromFile = await load({}, {}, file);
    expect(fromFile.settings.maxResultBytes).toBe(3000);
    expect([...fromFile.explicit].sort()).toEqual(['maxResultBytes', 'previewBytes']);
  });

  it('names what means nothing', async () => {
    const { warnings } = await load(
      {},
      { SPILLWAY_MAX_BYTES: '5', SPILLWAY_STORE: '/s', SPILLWAY_DEBUG: '1', OTHER: 'x' },
    );
    expect(warnings).toEqual(['spillway: SPILLWAY_MAX_BYTES is not a setting of Spillway and is ignored']);
  });
});
