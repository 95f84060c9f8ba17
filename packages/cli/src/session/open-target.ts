import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  fileTarget,
  handleNotes,
  handleTarget,
  type NextCall,
  openFileSource,
  parseHandleId,
  type ReadTarget,
  SpillwayError,
  type StoredSource,
} from '@spillway/core';
import type { Session } from './open-session.ts';

/** Something that is open for reading: a stored result or a plain file. */
export interface OpenTarget {
  readonly target: ReadTarget;
  /** What it is called in answers. */
  readonly title: string;
  /** Absent for a file. */
  readonly stored?: StoredSource;
  /** What is not there of a range of bytes; see `handleNotes`. */
  notesFor(start: number, end: number): readonly string[];
  /** Writes a call on this target as a command that works from any directory. */
  formatCall(call: NextCall): string;
  close(): Promise<void>;
}

/**
 * Opens what a command was asked to read.
 *
 * Contract: what looks like a handle is one, unless it is a path (it has a slash or a dot); everything else is a file.
 * @throws SpillwayError the `handle-` and `source-` errors; a text that is neither is told as both.
 */
export async function openTarget(session: Session, cwd: string, operand: string): Promise<OpenTarget> {
  const path = resolve(cwd, operand);
  if (isHandle(operand)) return openStored(session, operand);
  if (!existsSync(path) && !isPath(operand)) throw neither(operand, await openStored(session, operand).catch((e) => e));
  const file = await openFileSource(path);
  try {
    const target = await fileTarget(file);
    const { formatCall } = session;
    return {
      target,
      title: operand,
      notesFor: () => [],
      formatCall: (call) => formatCall(call, path),
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function openStored(session: Session, id: string): Promise<OpenTarget> {
  const stored = await session.store.open(session.scope, id);
  const { handle } = stored;
  return {
    target: handleTarget(stored),
    title: handle.id,
    stored,
    notesFor: (start, end) => handleNotes(handle, start, end),
    formatCall: ({ tool, arguments: rest }) => session.formatCall({ tool, arguments: { ...rest, handle: handle.id } }),
    close: () => stored.close(),
  };
}

/** Tells a handle, however it was copied, from the name of a file. */
function isHandle(operand: string): boolean {
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
    message: `${JSON.stringify(operand)} is neither a handle nor a file: ${hint}`,
  });
}
