import { type Cursor, digestPath, parseCursor, SpillwayError } from '@spillway/core';
import { digestFilesRequest, type FilesRequest } from '../files-request.ts';
import { type FilesContext, openSearchFile } from '../open-search-file.ts';
import type { SearchFile } from '../search-file.ts';
import type { TreePlace } from '../search-files.ts';
import { joinBytePaths, toText } from '../walk/byte-path.ts';

/** Where an answer begins, and the files from there on. */
export interface Resumed {
  readonly from?: TreePlace & { readonly hasGrown: boolean };
  readonly files: AsyncIterable<SearchFile>;
}

/**
 * Passes over the files that earlier answers are done with.
 *
 * Contract: without a cursor, all files. The file in which the last answer ended is opened and compared with what it was.
 * @throws SpillwayError `cursor-malformed`, `cursor-mismatch`; `source-changed` where that file is gone or another one.
 */
export async function resumeFiles(
  context: FilesContext,
  request: FilesRequest,
  files: AsyncIterable<SearchFile>,
): Promise<Resumed> {
  if (request.cursor === undefined) return { files };
  const cursor = parseCursor(request.cursor);
  const rest = files[Symbol.asyncIterator]();
  let trouble: SpillwayError | undefined;
  for (let step = await rest.next(); step.done !== true; step = await rest.next()) {
    const file = step.value;
    if (!mayBe(file, cursor)) continue;
    try {
      const hasGrown = await check(context, file, cursor, digestFilesRequest(request));
      const { offset, line } = cursor;
      const from = { file, place: { offset, ...(line !== undefined && { line }) }, hasGrown };
      return { from, files: startingWith(file, rest) };
    } catch (error) {
      // Another file may have the same digest of its path; if none is the right one, this one has changed.
      if (!SpillwayError.isInstance(error) || !/^source-(?:changed|missing)$/.test(error.code)) throw error;
      trouble ??= error.code === 'source-missing' ? gone() : error;
    }
  }
  throw trouble ?? gone();
}

function mayBe({ rootPath, path }: SearchFile, { identity }: Cursor): boolean {
  if (identity.source !== 'file') throw mismatch();
  const bytes = joinBytePaths(rootPath, path);
  return digestPath(toText(bytes) ?? bytes) === identity.path;
}

async function check(context: FilesContext, file: SearchFile, cursor: Cursor, query: number): Promise<boolean> {
  const { target, close } = await openSearchFile(context, file);
  try {
    return (await target.checkCursor(cursor, { kind: 'grep', query })) === 'appended';
  } finally {
    await close();
  }
}

async function* startingWith(
  first: SearchFile,
  rest: AsyncIterator<SearchFile>,
): AsyncGenerator<SearchFile, void, void> {
  yield first;
  for (let step = await rest.next(); step.done !== true; step = await rest.next()) yield step.value;
}

function mismatch(): SpillwayError {
  return new SpillwayError({
    code: 'cursor-mismatch',
    message: 'the cursor belongs to a stored result, not to a search over files',
    modelText: 'That cursor belongs to a stored result. Use it with the call that returned it.',
  });
}

function gone(): SpillwayError {
  return new SpillwayError({
    code: 'source-changed',
    message: 'the file in which the last answer ended is not among the files searched any more',
    modelText:
      'The file in which the last answer ended is gone, or is left out of this search. Search again without a cursor.',
    facts: { change: 'gone' },
  });
}
