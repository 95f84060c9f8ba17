import { SpillwayError } from '@spillway/core';
import type { FoundFile } from '../engine/engine.ts';
import { nameFile, openSearchFile } from '../open-search-file.ts';
import type { TreePlace } from '../search-files.ts';
import { lostReason } from '../skip-reason.ts';
import { cursorIn } from './cursor-in.ts';
import type { Draft, FilesPageSource } from './draft-rows.ts';

/**
 * Writes the cursor with which the next answer begins.
 *
 * Contract: where the file of that place is gone or changed by now, it is lost and told to the log, and the next answer
 * begins with the next file that was found, or else at the end of the last one that is still there. In a file that has
 * become shorter it begins at its end.
 * @throws SpillwayError `source-changed` where none is.
 */
export async function nextCursor(source: FilesPageSource, draft: Draft, resume: TreePlace): Promise<string> {
  if (draft.next !== undefined) return draft.next;
  const { found } = source.search;
  const at = found.findIndex(({ file }) => file === resume.file);
  const later = at < 0 ? [] : found.slice(at + 1);
  const earlier = (at < 0 ? found : found.slice(0, at)).filter((each) => !draft.lost.includes(each)).reverse();
  const places: readonly TreePlace[] = [
    resume,
    ...later.map(({ file }) => ({ file, place: { offset: 0, line: 1 } })),
    ...earlier.map(({ file }) => ({ file, place: { offset: file.byteLength } })),
  ];
  for (const place of places) {
    try {
      return await cursorAt(source, draft, place);
    } catch (error) {
      const reason = lostReason(error);
      if (reason === undefined) throw error;
      lose(source, draft, place, reason);
    }
  }
  throw new SpillwayError({
    code: 'source-changed',
    message: 'the files that were found are all gone or changed',
    modelText: 'The files in which something was found are gone or were changed meanwhile. Search again.',
    facts: { change: 'gone' },
  });
}

async function cursorAt(source: FilesPageSource, draft: Draft, { file, place }: TreePlace): Promise<string> {
  const { context, request } = source;
  const { target, close } = await openSearchFile(context, file);
  try {
    const end = target.source.byteLength;
    const isShorter = end < place.offset;
    if (isShorter) lose(source, draft, { file, place }, 'became shorter while it was searched');
    return await cursorIn(target, request, isShorter ? { offset: end } : place);
  } finally {
    await close();
  }
}

/** What is shown of a file stays counted; a file of which nothing is shown is taken out of the counts. */
function lose({ search, context, skips }: FilesPageSource, draft: Draft, { file }: TreePlace, reason: string): void {
  const isFound = (each: FoundFile): boolean => each.file === file;
  const found = search.found.find(isFound);
  if (found !== undefined && draft.shownFiles.includes(found)) draft.isCut = true;
  else if (found !== undefined) draft.lost.push(found);
  else draft.isCut = true;
  skips.add(reason, () => nameFile(context, file));
}
