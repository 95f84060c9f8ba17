import type { FileHandle } from 'node:fs/promises';
import { resolve } from 'node:path';
import { closedOnFailure } from '../../system/closed-on-failure.ts';
import { FileRecord, type OpenedRecord, tornLineEnd } from './file-record.ts';
import { readTail } from './read-tail.ts';
import type { SessionRecord } from './record.ts';
import { toUnwritable } from './record-errors.ts';
import { createToAppend, makeFolders, makePrivate, openToAppend, syncFolder } from './record-file.ts';
import { type FoundHeader, formatHeader, readHeader } from './record-header.ts';
import { lockRecord, type RecordLock } from './record-lock.ts';

/** How a record is opened. */
export interface OpenRecordOptions {
  /** Fields of the header of a new record; an existing one keeps its own. Not `type`, `version` or `at`. */
  readonly header?: Readonly<Record<string, unknown>>;
}

/**
 * Opens a record to write to it, and makes it where it is missing.
 *
 * Contract: the file is private (0600, and 0700 for folders that are made), never reached through a link, and never
 * changed but at its end. This process is its one writer until `close`, or until the process ends by any means. Costs
 * the same however long the record is: its start and its last line are read.
 *
 * @throws SpillwayError `session-busy` naming who has it open; `record-refused` for what is not a record, which is left
 * untouched; `record-version` for a later format; `record-unwritable`. TypeError for a header that JSON cannot hold.
 */
export async function openRecord(path: string, options: OpenRecordOptions = {}): Promise<SessionRecord> {
  const absolute = resolve(path);
  const headerLine = formatHeader(options.header ?? {});
  try {
    const changed = await makeFolders(absolute);
    await refuseForeign(absolute);
    const lock = await lockRecord(absolute);
    try {
      return new FileRecord(await openLocked(absolute, headerLine, changed, lock));
    } catch (error) {
      await lock.release();
      throw error;
    }
  } catch (error) {
    throw toUnwritable(absolute, error);
  }
}

/** Looks at a file before anything is made beside it. */
async function refuseForeign(path: string): Promise<void> {
  const file = await openToAppend(path);
  try {
    if (file !== undefined) await readHeader(file, path);
  } finally {
    await file?.close();
  }
}

async function openLocked(
  path: string,
  headerLine: Buffer,
  changed: readonly string[],
  lock: RecordLock,
): Promise<OpenedRecord> {
  return closedOnFailure((await openToAppend(path)) ?? (await createToAppend(path)), async (file) => {
    const { header, endOffset } =
      (await readHeader(file, path)) ?? (await writeHeader(file, path, headerLine, changed));
    await makePrivate(file);
    const { size: byteLength } = await file.stat();
    const tail = await readTail(file, endOffset, byteLength);
    return { path, file, lock, header, eventsOffset: endOffset, byteLength, ...tail };
  });
}

/** Writes the header of a file that is empty, or behind one that was cut short, and makes it survive a crash. */
async function writeHeader(
  file: FileHandle,
  path: string,
  headerLine: Buffer,
  changed: readonly string[],
): Promise<FoundHeader> {
  const { size } = await file.stat();
  await file.appendFile(size > 0 ? Buffer.concat([tornLineEnd, headerLine]) : headerLine);
  await file.sync();
  for (const folder of changed) await syncFolder(folder);
  const found = await readHeader(file, path);
  if (found === undefined) throw new Error(`the header of ${path} is not what was written`);
  return found;
}
