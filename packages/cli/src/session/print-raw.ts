import type { Writable } from 'node:stream';
import { type ByteSource, readOrigin, type StoredSource } from '@spillway/core';
import { write } from '../output/write.ts';
import { UsageError } from '../usage-error.ts';
import type { Session } from './open-session.ts';
import type { OpenTarget } from './open-target.ts';

const CHUNK_BYTES = 1_048_576;

/**
 * Prints all the bytes of what is open, as they are.
 *
 * Contract: streams; stops when the reader is gone. With `origin`, the exact result of the server that a stored result
 * was taken from.
 * @throws UsageError where nothing else than the result itself was kept.
 */
export async function printRaw(opened: OpenTarget, session: Session, out: Writable, origin: boolean): Promise<void> {
  if (!origin) return copy(opened.target.source, out);
  const pieces = opened.stored === undefined ? undefined : readOrigin(session.store, opened.stored);
  if (pieces === undefined) throw new UsageError(noOrigin(opened.title, opened.stored));
  for await (const piece of pieces) if (!(await write(out, piece))) return;
}

function noOrigin(title: string, stored: StoredSource | undefined): string {
  return stored?.handle.gap === undefined
    ? `${title} has no other origin than itself: leave --origin out`
    : `${title} keeps only a part of its result, and no other origin was kept: leave --origin out`;
}

async function copy(source: ByteSource, out: Writable): Promise<void> {
  for (let offset = 0; offset < source.byteLength; ) {
    const chunk = await source.read(offset, CHUNK_BYTES);
    if (chunk.length === 0 || !(await write(out, chunk))) return;
    offset += chunk.length;
  }
}
