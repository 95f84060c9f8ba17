import { realpath, stat } from 'node:fs/promises';
import { type Answer, createPace, fileError } from '@spillway/core';
import { openCheckedDirectory, wrongKind } from '../roots/open-checked.ts';
import { toFolderPath } from '../roots/root-bounds.ts';
import { answerListing, type ListAnswerOptions, type ListPage } from './answer-listing.ts';
import { directorySource } from './directory-source.ts';
import { followLinks } from './entry-facts.ts';
import { createScanMemory } from './scan-memory.ts';

/** What is listed of a directory, and what the answer may cost. */
export interface ListDirectoryOptions extends ListAnswerOptions {
  /** Levels to list; 1 is the directory alone. */
  readonly depth: number;
  readonly signal?: AbortSignal;
}

/**
 * Lists a directory that no roots confine, for somebody at a shell of their own.
 *
 * Contract: as `answerListing`; links are told by what they lead to, wherever that is, and followed to the directory
 * itself alone.
 * @throws SpillwayError the `source-` errors, and as `answerListing`.
 */
export async function listAnyDirectory(path: string, options: ListDirectoryOptions): Promise<Answer<ListPage>> {
  const directory = await openAny(path);
  try {
    return await answerListing(
      directorySource(directory, {
        depth: options.depth,
        memory: createScanMemory(),
        linkTarget: followLinks(directory.reach),
        pace: createPace(options.signal),
      }),
      options,
    );
  } finally {
    await directory.close();
  }
}

async function openAny(path: string): ReturnType<typeof openCheckedDirectory> {
  const stats = await stat(path, { bigint: true }).catch((error: unknown) => {
    throw fileError(path, error);
  });
  if (!stats.isDirectory()) throw wrongKind(path, stats, 'directory');
  return openCheckedDirectory(toFolderPath(await realpath(path)), path, () => {});
}
