import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing } from '../../../system/errno.ts';
import { livenessOf, parseProcessName } from '../../../system/process-identity.ts';
import { objectNames, reservedName, storeNames } from '../disk/layout.ts';
import { type SecureDirectory, within } from '../disk/secure-directory.ts';
import { nameBatches } from '../disk/walk.ts';

/** A session of a process that cannot be asked about is left alone until it has been still for this long. */
const stillMs = 86_400_000;
/** Drafts of small files live for milliseconds; one this old was left by a crash. */
const draftMs = 3_600_000;

/** Removes what dead processes left in `tmp`. Contract: never what a live process may still be writing. */
export async function removeLeftovers(root: SecureDirectory): Promise<void> {
  await removeDrafts(root);
  await forEachLeftover(root, (tmp, name) => rm(tmp.at(name), { recursive: true, force: true }));
}

/** Visits the sessions in `tmp` whose processes are dead. */
export async function forEachLeftover(
  root: SecureDirectory,
  visit: (tmp: SecureDirectory, name: string) => Promise<void>,
): Promise<void> {
  try {
    await within(root.openChild(storeNames.tmp), async (tmp) => {
      for await (const names of nameBatches(tmp)) {
        for (const name of names) if (await isLeftover(tmp, name)) await visit(tmp, name);
      }
    });
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

async function isLeftover(tmp: SecureDirectory, name: string): Promise<boolean> {
  const owner = parseProcessName(name);
  const liveness = owner === undefined ? 'unknown' : await livenessOf(owner);
  if (liveness !== 'unknown') return liveness === 'dead';
  return Date.now() - (await lastChange(tmp.at(name))) > stillMs;
}

async function lastChange(path: string): Promise<number> {
  const entries = await readdir(path).catch(() => []);
  const files = entries.flatMap((entry) => [join(path, entry), join(path, entry, objectNames.data)]);
  const times = await Promise.all([path, join(path, reservedName), ...files].map(changedAt));
  return Math.max(...times);
}

async function removeDrafts(root: SecureDirectory): Promise<void> {
  for (const name of await readdir(root.at())) {
    if (!name.startsWith('.new-')) continue;
    if (Date.now() - (await changedAt(root.at(name))) > draftMs) await rm(root.at(name), { force: true });
  }
}

async function changedAt(path: string): Promise<number> {
  return lstat(path).then(
    (stats) => stats.mtimeMs,
    () => 0,
  );
}
