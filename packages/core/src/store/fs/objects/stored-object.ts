import type { FileHandle } from 'node:fs/promises';
import type { Handle, Provenance } from '../../../handle/handle.ts';
import { maxLaterProvenance } from '../../limits.ts';
import { type StoredMeta, toHandle } from '../../stored-meta.ts';
import { damaged } from '../disk/errno.ts';
import { maxProvenanceBytes, objectNames } from '../disk/layout.ts';
import type { SecureDirectory } from '../disk/secure-directory.ts';
import { openFile, openToAppend, readSmallFile, writeAll } from '../disk/secure-file.ts';
import { type MetaFile, maxMetaBytes, parseMeta, parseProvenance } from './meta-file.ts';

/** A stored result whose data file is open. */
export interface StoredObject extends MetaFile {
  readonly data: FileHandle;
  /** When its content was last produced. */
  readonly usedAt: number;
}

/**
 * Reads the metadata of a stored result and opens its data. Contract: the caller closes `data`.
 *
 * @throws SpillwayError `source-unreadable` when its files do not fit together; errors of the system, such as ENOENT.
 */
export async function openObject(folder: SecureDirectory, id: string): Promise<StoredObject> {
  const { file: data, stats } = await openFile(folder, objectNames.data);
  try {
    const text = await readSmallFile(folder, objectNames.meta, maxMetaBytes);
    const file = text && parseMeta(text.toString());
    if (file === undefined) throw damaged(id, 'its metadata cannot be read');
    if (stats.size !== file.meta.byteLength) {
      throw damaged(id, `${stats.size} of ${file.meta.byteLength} bytes are there`);
    }
    return { ...file, data, usedAt: Math.round(stats.mtimeMs) };
  } catch (error) {
    await data.close();
    throw error;
  }
}

/** Reads the handle of a stored result. */
export async function readHandle(
  folder: SecureDirectory,
  id: string,
  meta: StoredMeta,
  expiry: { usedAt: number; ttlMs: number },
): Promise<Handle> {
  const text = await readSmallFile(folder, objectNames.provenance, 2 * maxProvenanceBytes);
  const later = text === undefined ? [] : parseProvenance(text.toString());
  return toHandle(id, meta, later.slice(0, maxLaterProvenance), expiry);
}

/**
 * Records that a stored content was produced again: one more provenance entry, and a new age.
 *
 * Contract: entries are added in one piece each, by any number of processes; what does not fit into 12 KiB is not
 * recorded.
 */
export async function recordUse(
  folder: SecureDirectory,
  data: FileHandle,
  provenance: Provenance,
  now: number,
  sync: boolean,
): Promise<void> {
  await data.utimes(now / 1000, now / 1000);
  const { file, stats } = await openToAppend(folder, objectNames.provenance);
  try {
    const line = Buffer.from(`${JSON.stringify(provenance)}\n`);
    if (stats.size + line.length > maxProvenanceBytes) return;
    await writeAll(file, line, null);
    if (sync) await file.sync();
  } finally {
    await file.close();
  }
}
