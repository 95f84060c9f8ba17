import { type FileHandle, readdir, rename, rm } from 'node:fs/promises';
import { isMissing } from '../../../system/errno.ts';
import { randomName } from '../../../system/random-name.ts';
import { ContentMeter } from '../../content-meter.ts';
import type { StoredMeta } from '../../stored-meta.ts';
import { objectNames, storeNames } from '../disk/layout.ts';
import { type SecureDirectory, within } from '../disk/secure-directory.ts';
import { createFile, openFile, readSmallFile, writeAll } from '../disk/secure-file.ts';
import { LineTableWriter } from '../objects/line-file.ts';
import { formatMeta, maxMetaBytes, parseMeta } from '../objects/meta-file.ts';
import { forEachLeftover } from '../room/leftovers.ts';
import type { FsContext } from '../root/context.ts';
import { noteFinished } from './begun.ts';
import { draftPrefix, removeDraft } from './draft.ts';
import { publishObject } from './publish.ts';

/** A draft of a process that is gone, in the folder of its session. */
interface Unfinished {
  readonly sessionName: string;
  readonly draftName: string;
}

const chunkBytes = 524_288;

/** Finds results that processes were writing when they ended, and that can still be kept. */
export async function findUnfinished(root: SecureDirectory): Promise<readonly Unfinished[]> {
  const found: Unfinished[] = [];
  await forEachLeftover(root, async (tmp, sessionName) => {
    for (const draftName of await namesIn(tmp.at(sessionName))) {
      if (!draftName.startsWith(draftPrefix)) continue;
      const files = await namesIn(tmp.at(sessionName, draftName));
      if (files.includes(objectNames.begun)) found.push({ sessionName, draftName });
    }
  });
  return found;
}

/**
 * Stores what there is of a result that a process was writing when it ended.
 *
 * Contract: the new result says that it is unfinished. Any number of processes may try at once: one of them has it. Costs
 * one pass over its bytes, and the memory of one chunk.
 */
export async function recoverUnfinished(context: FsContext, root: SecureDirectory, found: Unfinished): Promise<void> {
  const session = await context.session.open(root);
  const draft = { session, name: `${draftPrefix}${randomName()}` };
  try {
    await rename(root.at(storeNames.tmp, found.sessionName, found.draftName), session.at(draft.name));
  } catch (error) {
    await session.close();
    if (isMissing(error)) return;
    throw error;
  }
  try {
    const meta = await within(session.openChild(draft.name), (folder) => complete(context, folder));
    if (meta === undefined) return;
    await noteFinished(draft);
    await publishObject(context, root, draft, meta);
  } finally {
    await removeDraft(draft);
  }
}

async function complete(context: FsContext, folder: SecureDirectory): Promise<StoredMeta | undefined> {
  const note = await readSmallFile(folder, objectNames.begun, maxMetaBytes);
  const begun = note === undefined ? undefined : parseMeta(note.toString())?.meta;
  if (begun === undefined) return undefined;
  // An ending that did not come to its end begins anew.
  for (const name of [objectNames.meta, objectNames.lines]) await rm(folder.at(name), { force: true });
  const { file: data } = await openFile(folder, objectNames.data);
  try {
    const { content, lines } = await measure(folder, data, begun);
    if (content.byteLength === 0) return undefined;
    const createdAt = context.now();
    const meta = { ...begun, ...content, producedBytes: content.byteLength, createdAt };
    const file = await createFile(folder, objectNames.meta);
    try {
      await writeAll(file, formatMeta({ meta, ...(lines !== undefined && { lines }) }), 0);
      await file.utimes(createdAt / 1000, createdAt / 1000);
      await data.utimes(createdAt / 1000, createdAt / 1000);
      if (context.durability === 'fsync') await Promise.all([data.sync(), file.sync()]);
    } finally {
      await file.close();
    }
    return meta;
  } finally {
    await data.close();
  }
}

async function measure(folder: SecureDirectory, data: FileHandle, { encoding }: StoredMeta) {
  const meter = new ContentMeter(encoding);
  const table = new LineTableWriter(
    () => createFile(folder, objectNames.lines),
    async () => {},
  );
  try {
    const buffer = Buffer.allocUnsafe(chunkBytes);
    for (let at = 0; ; ) {
      const { bytesRead } = await data.read(buffer, 0, chunkBytes, at);
      if (bytesRead === 0) break;
      at += bytesRead;
      await table.add(meter.update(buffer.subarray(0, bytesRead)));
    }
    return { content: meter.end(), lines: await table.end() };
  } finally {
    await table.close();
  }
}

async function namesIn(path: string): Promise<readonly string[]> {
  return readdir(path).catch(() => []);
}
