import { lstat, lutimes, readdir, rm } from 'node:fs/promises';
import { errnoOf, isMissing } from '../../../system/errno.ts';
import { createSelection } from '../../selection.ts';
import type { RemovalReason, Tombstone } from '../../store-errors.ts';
import { storeNames } from '../disk/layout.ts';
import { type SecureDirectory, within } from '../disk/secure-directory.ts';
import { createFile } from '../disk/secure-file.ts';
import { forEachFolder, nameBatches } from '../disk/walk.ts';

/** `<id>.<reason>.<byteLength>`, of no bytes; the time of change is the time of removal. */
const nameForm = /^(r_[0-9a-z]+)\.(expired|evicted|deleted)\.(\d{1,16})$/;

/** Leaves a tombstone for a result that is about to be removed. */
export async function bury(root: SecureDirectory, scopeName: string, id: string, tombstone: Tombstone): Promise<void> {
  await within(root.openChild(storeNames.tombstones, { create: true }), (all) =>
    within(all.openChild(scopeName, { create: true }), async (folder) => {
      const name = `${id}.${tombstone.reason}.${tombstone.byteLength}`;
      try {
        await (await createFile(folder, name)).close();
      } catch (error) {
        if (errnoOf(error) !== 'EEXIST') throw error;
      }
      await lutimes(folder.at(name), tombstone.at / 1000, tombstone.at / 1000);
    }),
  );
}

/** Takes a tombstone back. */
export async function unbury(
  root: SecureDirectory,
  scopeName: string,
  id: string,
  tombstone: Tombstone,
): Promise<void> {
  await within(root.openChild(storeNames.tombstones), (all) =>
    within(all.openChild(scopeName), (folder) =>
      rm(folder.at(`${id}.${tombstone.reason}.${tombstone.byteLength}`), { force: true }),
    ),
  );
}

/** Finds the newest tombstone of an id. */
export async function findTombstone(
  root: SecureDirectory,
  scopeName: string,
  id: string,
): Promise<Tombstone | undefined> {
  let found: Tombstone | undefined;
  try {
    await within(root.openChild(storeNames.tombstones), (all) =>
      within(all.openChild(scopeName), async (folder) => {
        for (const name of await readdir(folder.at())) {
          const tombstone = name.startsWith(`${id}.`) ? await readTombstone(folder, name) : undefined;
          if (tombstone !== undefined && (found === undefined || tombstone.at > found.at)) found = tombstone;
        }
      }),
    );
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  return found;
}

/** Keeps the newest `limit` tombstones of each scope. */
export async function trimTombstones(root: SecureDirectory, limit: number): Promise<void> {
  await forEachFolder(root, storeNames.tombstones, async (folder) => {
    const names = await readdir(folder.at());
    if (names.length <= limit) return;
    const oldest = createSelection<{ name: string; at: number }>(names.length - limit, (a, b) => a.at - b.at);
    for await (const batch of nameBatches(folder)) {
      const times = await Promise.all(batch.map((name) => changedAt(folder, name)));
      batch.forEach((name, index) => {
        oldest.add({ name, at: times[index] ?? 0 });
      });
    }
    for (const { name } of oldest.take()) await rm(folder.at(name), { force: true });
  });
}

async function readTombstone(folder: SecureDirectory, name: string): Promise<Tombstone | undefined> {
  const [, , reason, byteLength] = nameForm.exec(name) ?? [];
  if (reason === undefined || byteLength === undefined) return undefined;
  const at = await changedAt(folder, name);
  return at === undefined ? undefined : { reason: reason as RemovalReason, byteLength: Number(byteLength), at };
}

async function changedAt(folder: SecureDirectory, name: string): Promise<number | undefined> {
  try {
    return Math.round((await lstat(folder.at(name))).mtimeMs);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
