import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  type ByteSource,
  compileKeyPaths,
  createGuardedSource,
  type FileSource,
  handleNotes,
  handleTarget,
  type NextCall,
  namedEncoding,
  openFileSource,
  parseHandleId,
  type ReadTarget,
  refuseKeyFile,
  SpillwayError,
  type StoredSource,
  targetIn,
} from '@spillway/core';
import { type FileContent, openContent } from '@spillway/tools';
import { quoteLine } from '../text/escapes.ts';
import type { NextCommand, Session } from './open-session.ts';

/** Something that is open: a stored result or a plain file. */
export interface OpenSource {
  readonly source: ByteSource;
  /** What it is called in answers. */
  readonly title: string;
  /** Absent for a file. */
  readonly stored?: StoredSource;
  /** Counts the bytes of private keys that `source` gives masked. */
  withheldIn(start: number, end: number): Promise<number>;
  /** What is not there of a range of bytes; see `handleNotes`. */
  notesFor(start: number, end: number): readonly string[];
  /** Makes a call on this very thing, ready to be run from any directory. */
  toNext(call: NextCall): NextCommand;
  /** Makes it readable by pages, in the encoding that is named; reads a file of some megabytes once. */
  toContent(encoding: string | undefined): Promise<FileContent>;
  close(): Promise<void>;
}

/** Something that is open for reading by pages. */
export interface OpenTarget extends OpenSource {
  readonly target: ReadTarget;
  /** Set where `target` is the content of a compressed file, and `source` the file itself. */
  readonly compression?: FileContent['compression'];
}

/**
 * Opens what a command was asked to read by pages.
 *
 * Contract: as `openSource`; a compressed file by its content.
 * @throws SpillwayError as `openSource` and `openContent`.
 */
export async function openTarget(
  session: Session,
  cwd: string,
  operand: string,
  encoding?: string,
): Promise<OpenTarget> {
  const opened = await openSource(session, cwd, operand);
  try {
    const content = await opened.toContent(encoding);
    const close = async (): Promise<void> => {
      await content.close();
      await opened.close();
    };
    return { ...opened, ...content, close };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/**
 * Opens what a command was asked to look at.
 *
 * Contract: what looks like a handle is one, unless it is a path (it has a slash or a dot); everything else is a file.
 * @throws SpillwayError the `handle-` and `source-` errors; `key-refused` for a private key's name; a text that is
 * neither is told as both.
 */
export async function openSource(session: Session, cwd: string, operand: string): Promise<OpenSource> {
  const path = resolve(cwd, operand);
  if (isHandle(operand)) return openStored(session, operand);
  if (!existsSync(path) && !isPath(operand)) throw neither(operand, await openStored(session, operand).catch((e) => e));
  const file = await openFileSource(path);
  const { keys } = session.spillway;
  if (keys !== 'include') await refuseKey(file, path, operand);
  const guarded = keys === 'include' ? undefined : createGuardedSource(file, keys);
  return {
    source: guarded ?? file,
    title: operand,
    withheldIn: async (start, end) => (await guarded?.withheldIn(start, end)) ?? 0,
    notesFor: () => [],
    toNext: (call) => session.toNext(call, path),
    toContent: (encoding) => openContent(file, session.spillway, { encoding }),
    close: () => file.close(),
  };
}

const keyNameOf = compileKeyPaths();

async function refuseKey(file: FileSource, path: string, operand: string): Promise<void> {
  try {
    await refuseKeyFile(file, keyNameOf(path) ?? keyNameOf(file.facts.path), quoteLine(operand));
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function openStored(session: Session, id: string): Promise<OpenSource> {
  const stored = await session.store.open(session.scope, id);
  const { handle } = stored;
  const notesFor = (start: number, end: number): readonly string[] => handleNotes(handle, start, end);
  return {
    source: stored,
    title: handle.id,
    withheldIn: async (start, end) => (await handleTarget(stored).withheldIn?.(start, end)) ?? 0,
    stored,
    notesFor,
    toNext: ({ tool, arguments: rest }) => session.toNext({ tool, arguments: { handle: handle.id, ...rest } }),
    toContent: async (encoding) => {
      const target = handleTarget(stored);
      return {
        target: encoding === undefined ? target : targetIn(target, namedEncoding(encoding)),
        notesFor,
        close: async () => undefined,
      };
    },
    close: () => stored.close(),
  };
}

/** Tells a handle, however it was copied, from the name of a file. */
export function isHandle(operand: string): boolean {
  if (isPath(operand) && !operand.toLowerCase().startsWith('spillway://')) return false;
  try {
    parseHandleId(operand);
    return true;
  } catch {
    return false;
  }
}

function isPath(operand: string): boolean {
  return /[/\\.]/.test(operand);
}

function neither(operand: string, asHandle: unknown): SpillwayError {
  const nearId = SpillwayError.isInstance(asHandle) ? asHandle.facts.nearId : undefined;
  const hint = typeof nearId === 'string' ? `did you mean ${nearId}?` : 'see spillway list for what is stored';
  return new SpillwayError({
    code: 'source-missing',
    message: `${quoteLine(operand)} is neither a handle nor a file: ${hint}`,
  });
}
