import type { Answer, Spillway } from '@spillway/core';
import { createRoots } from '../roots/create-roots.ts';
import { answerFilesGrep, type FilesAnswerOptions } from './answer/answer-files.ts';
import type { FilesPage } from './answer/files-page.ts';
import type { FilesRequest } from './files-request.ts';

/** How a search in a folder is answered. */
export interface FolderAnswerOptions extends FilesAnswerOptions {
  /** What the folder is called in answers. */
  readonly title: string;
}

const rootName = 'folder';

/**
 * Searches any folder, for somebody who may read it anyhow.
 *
 * Contract: as `answerFilesGrep`; `path` is absolute.
 * @throws SpillwayError as `answerFilesGrep`; `setting-invalid` where it is no folder.
 */
export function grepAnyFolder(
  path: string,
  request: Omit<FilesRequest, 'path'>,
  spillway: Spillway,
  options: FolderAnswerOptions,
): Promise<Answer<FilesPage>> {
  const roots = createRoots([{ name: rootName, path }], {
    allowSensitive: true,
    includeKeys: spillway.keys === 'include',
  });
  const nameOf = (shown: string): string => options.title + shown.slice(rootName.length);
  return answerFilesGrep({ roots, spillway, nameOf }, request, options);
}
