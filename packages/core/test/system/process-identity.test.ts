import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { livenessOf, ownIdentity, ownProcessName, parseProcessName } from '../../src/system/process-identity.ts';

it('knows a process by more than its number', async () => {
  const own = ownIdentity();
  expect(await livenessOf(own)).toBe('alive');
  expect(await livenessOf({ ...own, pid: 99_999_999 })).toBe('dead');
  expect(await livenessOf({ ...own, start: '1' })).toBe('dead');
  expect(await livenessOf({ ...own, host: '00000000' })).toBe('unknown');
  expect(await livenessOf({ ...own, start: '0' })).toBe('unknown');
  expect(await livenessOf({ ...own, start: '0', pid: 99_999_999 })).toBe('dead');
});

it('counts a process as dead that its parent has not taken leave of', async () => {
  const parent = spawn('sh', ['-c', 'sleep 0.05 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(createInterface({ input: parent.stdout }), 'line');
  const stat = () => readFileSync(`/proc/${line}/stat`, 'latin1').split(') ')[1] ?? '';
  const start = stat().split(' ')[19] ?? '';
  while (!stat().startsWith('Z')) await new Promise((resolve) => setTimeout(resolve, 5));
  expect(await livenessOf({ ...ownIdentity(), pid: Number(line), start })).toBe('dead');
  parent.kill('SIGKILL');
  await once(parent, 'close');
});

it('reads whose a name is, and takes no other name for one', () => {
  const name = ownProcessName();
  expect(parseProcessName(name)).toEqual(ownIdentity());
  expect(parseProcessName(`${name}0`)).toBeUndefined();
  expect(parseProcessName('4711-12-record')).toBeUndefined();
});
