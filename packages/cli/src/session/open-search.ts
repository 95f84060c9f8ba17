import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Answer, answerGrep, type GrepRequest } from '@spillway/core';
import { type FilesRequest, formatPathPart, grepAnyFolder } from '@spillway/tools';
import { toFlag } from '../shell/format-call.ts';
import type { NextCommand, Session } from './open-session.ts';
import { isHandle, openTarget } from './open-target.ts';

/** What a search asks for: of a folder, also which files of it. */
export type SearchRequest = GrepRequest & Omit<FilesRequest, 'path'>;

/** What the two kinds of search have in common. */
export interface SearchPage {
  readonly content: string;
  readonly matchCount: number;
  readonly next?: string;
}

/** Something that is open to be searched: a stored result, a file, or a folder. */
export interface OpenSearch {
  answer(maxBytes: number): Promise<Pick<Answer<SearchPage>, 'page' | 'text'>>;
  /** The command that goes on at a cursor. */
  toNext(cursor: string): NextCommand;
  close(): Promise<void>;
}

/**
 * Opens what a command was asked to search.
 *
 * Contract: as `openTarget`; a path that names a directory is all that lies below it.
 * @throws SpillwayError as `openTarget`; from `answer`, as `answerGrep` and `grepAnyFolder`.
 */
export async function openSearch(
  session: Session,
  cwd: string,
  operand: string,
  request: SearchRequest,
): Promise<OpenSearch> {
  const { cursor: _, ...kept } = request;
  const path = resolve(cwd, operand);
  const next = (cursor: string) => ({ tool: 'grep', arguments: { ...kept, cursor } });
  if (!isHandle(operand) && statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) {
    const toNext = (cursor: string): NextCommand => session.toNext(next(cursor), path);
    const formatNext = (cursor: string): string => toNext(cursor).command;
    const title = titleOf(operand);
    const options = { title, formatNext, formatOption: toFlag };
    const answer = (maxBytes: number) => grepAnyFolder(path, request, session.spillway, { ...options, maxBytes });
    return { answer, toNext, close: async () => undefined };
  }
  const opened = await openTarget(session, cwd, operand);
  const { target, title, notesFor, close } = opened;
  const toNext = (cursor: string): NextCommand => opened.toNext(next(cursor));
  const formatNext = (cursor: string): string => toNext(cursor).command;
  const answer = (maxBytes: number) => answerGrep(target, request, { maxBytes, title, notesFor, formatNext });
  return { answer, toNext, close };
}

/** The folder as it was given, each name of it as answers show names. */
function titleOf(operand: string): string {
  const parts = operand.replace(/(?<=.)\/+$/, '').split('/');
  return parts.map((part) => (part === '' ? '' : formatPathPart(Buffer.from(part)))).join('/');
}
