import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openRecord } from '../../../src/recover/record/open-record.ts';
import { runWorker, type WorkerOptions } from '../../store/support/run-worker.ts';
import { temporaryFolder } from '../../store/support/temporary.ts';
import { compiledRecord } from './support/compiled-record.ts';
import { outline } from './support/read-all.ts';

const compiled = compiledRecord();
const nobody = 65_534;
const eventBytes = 300_000;
const byteLengths = Array<number>(8).fill(eventBytes);

const unwritable = (path: string, errno: string): object => ({ code: 'record-unwritable', facts: { path, errno } });

/** Permissions mean nothing to root: as root the worker runs as a user to whom they do. */
function ordinaryFolder(): { folder: string; how: WorkerOptions } {
  const folder = temporaryFolder();
  if (process.geteuid?.() !== 0) return { folder, how: {} };
  chownSync(folder, nobody, nobody);
  return { folder, how: { uid: nobody } };
}

it('a disk that is full refuses events, keeps those before, and takes the next once there is room', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'disk', 'session.jsonl');
  mkdirSync(join(folder, 'disk'));
  // A file system of 2 MiB, of which another file takes a part; where this user may have none, files of at most 1 MiB.
  const hasDisk = spawnSync('unshare', ['-rm', 'true']).status === 0;
  const mount = `mount -t tmpfs -o size=2m,mode=777 tmpfs '${folder}/disk' && exec "$@"`;
  const shell = hasDisk
    ? `exec unshare -rm sh -c '${mount.replaceAll("'", `'"'"'`)}' sh "$@"`
    : 'ulimit -f 2048; exec "$@"';
  const filler = join(folder, hasDisk ? 'disk' : '', 'filler');
  const [told] = await runWorker(compiled(), 'trouble', { path, byteLengths, filler }, { shell });
  const refusal = unwritable(path, hasDisk ? 'ENOSPC' : 'EFBIG');
  expect(told).toEqual(
    hasDisk
      ? { answers: [1, 2, 3, 4, 5, refusal, refusal, refusal, null, 6], seqs: [1, 2, 3, 4, 5, 6], warnings: ['torn'] }
      : {
          answers: [1, 2, 3, refusal, refusal, refusal, refusal, refusal, null, refusal],
          seqs: [1, 2, 3],
          warnings: ['torn'],
        },
  );
});

it('a limit of the system for files refuses events, and another process goes on behind the torn line', async () => {
  const path = join(temporaryFolder(), 'session.jsonl');
  const [told] = await runWorker(compiled(), 'trouble', { path, byteLengths }, { shell: 'ulimit -f 2048; exec "$@"' });
  const refusal = unwritable(path, 'EFBIG');
  const refusals = Array(5).fill(refusal);
  expect(told).toEqual({ answers: [1, 2, 3, ...refusals, null, refusal], seqs: [1, 2, 3], warnings: ['torn'] });
  const before = readFileSync(path);
  expect(before.length).toBe(1_048_576);
  const record = await openRecord(path);
  expect(await record.append({ type: 'part' })).toBe(4);
  await record.close();
  expect(await outline(path)).toEqual({ seqs: [1, 2, 3, 4], kinds: ['torn'] });
  expect(readFileSync(path).subarray(0, before.length).equals(before)).toBe(true);
});

it('of events that come at once, those that are whole on the disk are acknowledged', async () => {
  const path = join(temporaryFolder(), 'session.jsonl');
  const options = { path, byteLengths: Array(8).fill(100_000) };
  const [told] = await runWorker(compiled(), 'troubleAtOnce', options, { shell: 'ulimit -f 1024; exec "$@"' });
  const refusal = unwritable(path, 'EFBIG');
  expect(told).toEqual({ answers: [1, 2, 3, 4, 5, refusal, refusal, refusal], eventCount: 5 });
  expect(await outline(path)).toEqual({ seqs: [1, 2, 3, 4, 5], kinds: ['torn'] });
});

it('a folder that may not be written refuses a new record', async () => {
  const { folder, how } = ordinaryFolder();
  const closed = join(folder, 'closed');
  mkdirSync(closed);
  chmodSync(closed, 0o555);
  const path = join(closed, 'session.jsonl');
  const [told] = await runWorker(compiled(), 'trouble', { path, byteLengths: [] }, how);
  expect(told).toEqual({
    answers: [unwritable(path, 'EACCES')],
    seqs: [expect.objectContaining({ code: 'source-missing' })],
    warnings: [],
  });
  expect(readdirSync(closed)).toEqual([]);
});

it('a record that its owner made read-only is read, and not opened to write', async () => {
  const { folder, how } = ordinaryFolder();
  const path = join(folder, 'session.jsonl');
  await runWorker(compiled(), 'trouble', { path, byteLengths: [1] }, how);
  chmodSync(path, 0o400);
  const before = readFileSync(path);
  const [told] = await runWorker(compiled(), 'trouble', { path, byteLengths: [1] }, how);
  expect(told).toEqual({ answers: [unwritable(path, 'EACCES')], seqs: [1, 2], warnings: [] });
  expect(readFileSync(path)).toEqual(before);
  expect(readdirSync(folder)).toEqual(['session.jsonl']);
});

it('a record of another user is refused', async () => {
  const { folder, how } = ordinaryFolder();
  const path = join(folder, 'session.jsonl');
  await (await openRecord(path)).close();
  chmodSync(path, 0o666);
  const [told] = await runWorker(compiled(), 'trouble', { path, byteLengths: [1] }, how);
  const isRoot = process.geteuid?.() === 0;
  const refusal = { code: 'record-refused', facts: { path } };
  expect(told).toEqual(
    isRoot ? { answers: [refusal], seqs: [], warnings: [] } : { answers: [1, null, 2], seqs: [1, 2], warnings: [] },
  );
});
