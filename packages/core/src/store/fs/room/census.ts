import { readdir, stat } from 'node:fs/promises';
import { isMissing } from '../../../system/errno.ts';
import {
  objectNames,
  reservedName,
  sessionOverheadBytes,
  storeNames,
  storeOverheadBytes,
  trashPrefix,
} from '../disk/layout.ts';
import type { SecureDirectory } from '../disk/secure-directory.ts';
import { readSmallFile } from '../disk/secure-file.ts';
import { forEachFolder, forEachObjectBatch } from '../disk/walk.ts';
import { measureObject } from '../objects/object-stats.ts';
import { parseReservation, reservationBytes } from '../root/reservation.ts';

/** Sizes remembered between counts; beyond it results are measured each time. */
const maxRemembered = 100_000;
const maxTries = 3;

/**
 * Counts the bytes of a store: what is stored, what sessions have reserved, what is on its way out.
 *
 * Contract: never less than what was there all the time. A result on its way in (from a session to the stored ones) or
 * out (back, to be removed) while it counts is counted once or twice but never missed: hence the order. Sizes of
 * results never change, so each is measured once.
 */
export class Census {
  #sizes = new Map<string, number>();

  /** @param exceptSession the session whose reservation the caller counts itself. */
  async count(root: SecureDirectory, exceptSession: string | undefined): Promise<number> {
    const trash = new Map<string, number>();
    const reserved = await countSessions(root, exceptSession, trash);
    const stored = await this.#countObjects(root);
    await countSessions(root, exceptSession, trash);
    let total = storeOverheadBytes + reserved + stored;
    for (const bytes of trash.values()) total += bytes;
    return total;
  }

  async #countObjects(root: SecureDirectory): Promise<number> {
    const seen = new Map<string, number>();
    let total = 0;
    await forEachObjectBatch(root, async (scope, scopeName, ids) => {
      for (const id of ids) {
        const key = `${scopeName}/${id}`;
        const bytes = this.#sizes.get(key) ?? measureObject(scope, id)?.charged;
        if (bytes === undefined) continue;
        total += bytes;
        if (seen.size < maxRemembered) seen.set(key, bytes);
      }
    });
    this.#sizes = seen;
    return total;
  }
}

async function countSessions(
  root: SecureDirectory,
  exceptSession: string | undefined,
  trash: Map<string, number>,
): Promise<number> {
  let total = 0;
  await forEachFolder(root, storeNames.tmp, async (session, name) => {
    total += sessionOverheadBytes;
    if (name !== exceptSession) total += await readReservation(session);
    for (const entry of await readdir(session.at())) {
      if (entry.startsWith(trashPrefix)) trash.set(entry, Number.parseInt(entry.slice(trashPrefix.length), 10) || 0);
    }
  });
  return total;
}

async function readReservation(session: SecureDirectory): Promise<number> {
  for (let attempt = 0; attempt < maxTries; attempt++) {
    const bytes = await readSmallFile(session, reservedName, reservationBytes);
    if (bytes === undefined) return 0;
    const reserved = parseReservation(bytes.toString('latin1'));
    if (reserved !== undefined) return reserved;
  }
  return writtenBytes(session);
}

/** What a session has written, where a crash of the machine has spoilt what it had reserved. */
async function writtenBytes(session: SecureDirectory): Promise<number> {
  let total = 0;
  for (const name of await readdir(session.at())) {
    for (const file of [objectNames.data, objectNames.lines]) {
      total += await stat(`${session.at(name)}/${file}`).then(
        (stats) => stats.size,
        (error: unknown) => {
          if (isMissing(error) || name === reservedName) return 0;
          throw error;
        },
      );
    }
  }
  return total;
}
