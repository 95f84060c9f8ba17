import { describe, expect, it } from 'vitest';
import { readEnvironment, resolveSettings } from '../../src/bound/resolve-settings.ts';
import { SETTINGS, settingEnvironmentName, settingFlag } from '../../src/bound/settings.ts';
import { SpillwayError } from '../../src/errors.ts';

/** The documented defaults and bounds, stated here a second time on purpose. */
const documented = {
  maxResultBytes: [65_536, 1_024, 1_048_576],
  previewBytes: [4_096, 320, 1_048_576],
  maxTurnBytes: [262_144, 1_024, 67_108_864],
  maxMediaBytes: [1_048_576, 0, 67_108_864],
  maxArgumentBytes: [16_384, 1_024, 67_108_864],
  captureBytes: [8_589_934_592, 1_024, 1_099_511_627_776],
  storeBytes: [10_737_418_240, 1_048_576, 1_099_511_627_776],
  processStoreBytes: [2_147_483_648, 1_048_576, 1_099_511_627_776],
  ttlMs: [604_800_000, 60_000, 315_360_000_000],
  maxFrameBytes: [268_435_456, 1_048_576, 419_430_400],
  commandTimeoutMs: [120_000, 1, 3_600_000],
} as const;

const badText = ['', 'NaN', '-1', '1e12', '64k', 'Infinity', ' 2048', '2048.5', '0x800', '9'.repeat(40)];

describe('the settings table', () => {
  it('has the documented rows, defaults and bounds', () => {
    const rows = SETTINGS.map((row) => [row.name, [row.default, row.min, row.max]]);
    expect(Object.fromEntries(rows)).toEqual(documented);
  });

  it('derives flags and environment names', () => {
    expect(settingFlag('maxResultBytes')).toBe('--max-result-bytes');
    expect(settingEnvironmentName('processStoreBytes')).toBe('SPILLWAY_PROCESS_STORE_BYTES');
  });
});

describe.each(SETTINGS.map((row) => row.name))('%s', (name) => {
  const [byDefault, min, max] = documented[name];
  const fromEnvironment = (value: string) =>
    resolveSettings([readEnvironment({ [settingEnvironmentName(name)]: value }).layer]);

  it.each([...badText, String(max + 1), ...(min > 0 ? ['0', String(min - 1)] : [])])(
    'from the environment as %j: one warning that names the bounds, and the default',
    (value) => {
      const resolved = fromEnvironment(value);
      expect(resolved.settings[name]).toBe(byDefault);
      expect(resolved.warnings).toHaveLength(1);
      expect(resolved.warnings[0]).toContain(settingEnvironmentName(name));
      expect(resolved.warnings[0]).toContain(min.toLocaleString('en-US'));
      expect(resolved.warnings[0]).toContain(max.toLocaleString('en-US'));
    },
  );

  it.each([...badText, Number.NaN, -1, 1e12 + 0.5, Number.POSITIVE_INFINITY, max + 1, true, null, {}])(
    'from a flag or from code as %j: refused with the bounds and status 400',
    (value) => {
      for (const source of ['flag', 'code'] as const) {
        let thrown: unknown;
        try {
          resolveSettings([{ source, values: { [name]: value } }]);
        } catch (error) {
          thrown = error;
        }
        expect(SpillwayError.isInstance(thrown) && thrown.code).toBe('setting-invalid');
        expect(SpillwayError.isInstance(thrown) && thrown.facts).toEqual({ setting: name, min, max, status: 400 });
      }
    },
  );

  it('takes its bounds themselves', () => {
    expect(fromEnvironment(String(min)).settings[name]).toBe(min);
    expect(fromEnvironment(String(max)).settings[name]).toBe(max);
    expect(fromEnvironment(String(min)).warnings).toEqual([]);
  });
});

describe('limits that stand in relation', () => {
  const fromCode = (values: Record<string, number>) => resolveSettings([{ source: 'code', values }]).settings;

  it.each([
    [{ maxResultBytes: 2_048 }, { maxResultBytes: 2_048, previewBytes: 2_048 }],
    [{ maxResultBytes: 1_048_576 }, { maxResultBytes: 1_048_576, maxTurnBytes: 1_048_576, previewBytes: 4_096 }],
    [{ maxTurnBytes: 4_096 }, { maxTurnBytes: 4_096, maxResultBytes: 4_096 }],
    [{ captureBytes: 8_192 }, { captureBytes: 8_192, maxResultBytes: 8_192 }],
    [{ previewBytes: 100_000 }, { previewBytes: 100_000, maxResultBytes: 100_000 }],
  ])('%j leads the unset ones', (values, expected) => {
    expect(fromCode(values)).toMatchObject(expected);
  });

  it('refuses two explicit values that contradict each other', () => {
    expect(() => fromCode({ maxResultBytes: 2_048, previewBytes: 4_096 })).toThrow(
      /previewBytes \(4096\) must be at most/,
    );
  });

  it('warns where the environment contradicts, and follows the stronger source', () => {
    const resolved = resolveSettings([
      { source: 'flag', values: { maxResultBytes: '2048' } },
      { source: 'environment', values: { previewBytes: '4096' } },
    ]);
    expect(resolved.settings.previewBytes).toBe(2_048);
    expect(resolved.warnings).toHaveLength(1);
  });

  it('lets a file that may only tighten do no more', () => {
    const layer = { source: 'file', tightenOnly: true } as const;
    expect(resolveSettings([{ ...layer, values: { maxResultBytes: 8_000 } }]).settings.maxResultBytes).toBe(8_000);
    const loose = resolveSettings([{ ...layer, values: { maxResultBytes: 100_000 } }]);
    expect(loose.settings.maxResultBytes).toBe(65_536);
    expect(loose.warnings[0]).toContain('--config');
  });
});

it('reports environment names that mean nothing', () => {
  const environment = { SPILLWAY_MAX_RESULT_BYTE: '1', SPILLWAY_STORE: '/x', HOME: '/y' };
  expect(readEnvironment(environment, ['SPILLWAY_STORE']).unknown).toEqual(['SPILLWAY_MAX_RESULT_BYTE']);
});

describe('keyPolicy', () => {
  it('is redact by default, refuse where some source says so, and nothing else', () => {
    expect(resolveSettings([]).settings.keyPolicy).toBe('redact');
    const { layer } = readEnvironment({ SPILLWAY_KEY_POLICY: 'refuse' });
    expect(resolveSettings([layer])).toMatchObject({ settings: { keyPolicy: 'refuse' }, warnings: [] });
    const project = { source: 'file', values: { keyPolicy: 'refuse' }, tightenOnly: true } as const;
    expect(resolveSettings([{ source: 'flag', values: {} }, project]).settings.keyPolicy).toBe('refuse');
  });

  it('is refused from a flag that says something else, and warned of from a file', () => {
    const off = { keyPolicy: 'off' };
    expect(() => resolveSettings([{ source: 'flag', values: off }])).toThrow('--key-policy must be redact or refuse');
    const { settings, warnings } = resolveSettings([{ source: 'file', values: off }]);
    expect(settings.keyPolicy).toBe('redact');
    expect(warnings).toEqual(['keyPolicy must be redact or refuse, not "off"; using redact']);
  });
});
