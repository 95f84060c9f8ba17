import { rm } from 'node:fs/promises';
import type { WriterOptions } from '../../store.ts';
import { toStoredMeta } from '../../stored-meta.ts';
import { objectNames } from '../disk/layout.ts';
import { createFile, writeAll } from '../disk/secure-file.ts';
import { formatMeta } from '../objects/meta-file.ts';
import type { Draft } from './draft.ts';

/**
 * Notes beside a draft what it will be, for a process that finds it unfinished. Contract: nothing where that is not
 * known.
 */
export async function noteBegun(
  draft: Draft,
  scope: string,
  { encoding, ifUnfinished }: WriterOptions,
  now: number,
): Promise<void> {
  if (encoding === undefined || ifUnfinished === undefined) return;
  const content = { sha256: '', byteLength: 0, encoding };
  const meta = toStoredMeta(scope, content, { ...ifUnfinished, unfinished: true }, now);
  const file = await createFile(draft.session, draft.name, objectNames.begun);
  try {
    await writeAll(file, formatMeta({ meta }), 0);
  } finally {
    await file.close();
  }
}

/** Removes the note: what is published is finished. */
export async function noteFinished({ session, name }: Pick<Draft, 'session' | 'name'>): Promise<void> {
  await rm(session.at(name, objectNames.begun), { force: true });
}
