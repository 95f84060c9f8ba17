import type { Writable } from 'node:stream';
import {
  type ByteRange,
  type ByteSource,
  locateRange,
  type PageRequest,
  readOrigin,
  type StoredSource,
} from '@spillway/core';
import { write } from '../output/write.ts';
import { UsageError } from '../usage-error.ts';
import type { Session } from './open-session.ts';
import type { OpenTarget } from './open-target.ts';

const CHUNK_BYTES = 1_048_576;

/**
 * Prints bytes of what is open, as they are: all of them, or exactly those that a request names.
 *
 * Contract: streams; stops when the reader is gone.
 * @throws SpillwayError as `locateRange`.
 */
export async function printRaw(opened: OpenTarget, request: PageRequest, out: Writable): Promise<void> {
  return copy(opened.target.source, await locateRange(opened.target, request), out);
}

/**
 * Prints the exact result of the server that a stored result was taken from.
 *
 * Contract: as `printRaw`.
 * @throws UsageError where nothing else than the result itself was kept.
 */
export async function printOrigin(opened: OpenTarget, session: Session, out: Writable): Promise<void> {
  const pieces = opened.stored === undefined ? undefined : readOrigin(session.store, opened.stored);
  if (pieces === undefined) throw new UsageError(noOrigin(opened.title, opened.stored));
  for await (const piece of pieces) if (!(await write(out, piece))) return;
}

function noOrigin(title: string, stored: StoredSource | undefined): string {
  return stored?.handle.gap === undefined
    ? `${title} has no other origin than itself: leave --origin out`
    : `${title} keeps only a part of its result, and no other origin was kept: leave --origin out`;
}

async function copy(source: ByteSource, { start, end }: ByteRange, out: Writable): Promise<void> {
  for (let offset = start; offset < end; ) {
    const chunk = await source.read(offset, Math.min(CHUNK_BYTES, end - offset));
    if (chunk.length === 0 || !(await write(out, chunk))) return;
    offset += chunk.length;
  }
}
