import { join } from 'node:path';
import { expect, it } from 'vitest';
import { defaultStoreDirectory } from '../../src/store/default-store.ts';

it.each([
  ['linux', {}, '/home/u/.local/state/spillway'],
  ['linux', { XDG_STATE_HOME: '/state' }, '/state/spillway'],
  ['linux', { XDG_STATE_HOME: 'relative' }, '/home/u/.local/state/spillway'],
  ['linux', { XDG_STATE_HOME: '' }, '/home/u/.local/state/spillway'],
  ['darwin', { XDG_STATE_HOME: '/state' }, '/home/u/Library/Application Support/spillway'],
  ['linux', { SPILLWAY_STORE: '/chosen', XDG_STATE_HOME: '/state' }, '/chosen'],
  ['linux', { SPILLWAY_STORE: '  ' }, '/home/u/.local/state/spillway'],
  ['linux', { SPILLWAY_STORE: 'here' }, join(process.cwd(), 'here')],
] as const)('on %s with %j is %s', (platform, env, expected) => {
  expect(defaultStoreDirectory({ platform, env, home: '/home/u' })).toBe(expected);
});

it('on Windows is in the local application data', () => {
  const { platform } = process;
  const env = { LOCALAPPDATA: platform === 'win32' ? 'C:\\Local' : '/c/Local' };
  const expected = platform === 'win32' ? 'C:\\Local\\spillway' : '/c/Local/spillway';
  expect(defaultStoreDirectory({ platform: 'win32', env, home: '/home/u' })).toBe(expected);
});
