import { createHash } from 'node:crypto';
import type { FileSource, Handle, Spillway } from '@spillway/core';
import type { Compression } from './compression.ts';
import { type InflateEnd, inflate } from './inflate.ts';

/** The content of a compressed file: in memory where it is small, else in the store. */
export interface Unpacked extends InflateEnd {
  /** Bytes of the content that were unpacked; more than there are to read where the store took fewer. */
  readonly producedBytes: number;
  readonly kept: { readonly handle: Handle } | { readonly bytes: Uint8Array };
  /** Why the store did not take it; `bytes` then are its start. */
  readonly failureCode?: string;
}

const mark = 'unpacked';

/**
 * Unpacks a file once, and finds what was unpacked before, by this process or another.
 *
 * Contract: in memory what fits `maxResultBytes`; else in the store, like any other large result, and by its handle as
 * long as it is kept there. Unpacks no more than the store would take of one result. Memory does not grow with the size.
 * @throws the reason of an abort; what the file throws; SpillwayError `encoding-unsupported`.
 */
export async function unpack(
  file: FileSource,
  compression: Compression,
  spillway: Spillway,
  signal?: AbortSignal,
): Promise<Unpacked> {
  const key = keyOf(file);
  return (await findUnpacked(spillway, key)) ?? unpackAnew(file, compression, spillway, key, signal);
}

async function unpackAnew(
  file: FileSource,
  compression: Compression,
  spillway: Spillway,
  key: string,
  signal: AbortSignal | undefined,
): Promise<Unpacked> {
  const { captureBytes, processStoreBytes, storeBytes } = spillway.settings;
  let end: InflateEnd = { state: 'whole', inputBytes: 0 };
  const capture = spillway.capture({
    toolName: 'read_file',
    provenance: async () => ({ toolName: 'read_file', at: Date.now(), toolCallId: formatNote(key, end) }),
  });
  try {
    const maxBytes = Math.min(captureBytes, processStoreBytes, storeBytes);
    const chunks = inflate(file, compression, { maxBytes, signal });
    for (let next = await chunks.next(); ; next = await chunks.next()) {
      if (next.done === true) {
        end = next.value;
        break;
      }
      await capture.write(next.value);
    }
    const { head, handle, failure, producedBytes } = await capture.end();
    const kept = handle === undefined ? { bytes: head } : { handle };
    return { ...end, producedBytes, kept, ...(failure !== undefined && { failureCode: failure.code }) };
  } catch (error) {
    await capture.abort();
    throw error;
  }
}

/** A stored result remembers what it was unpacked from in its provenance. */
async function findUnpacked({ list }: Spillway, key: string): Promise<Unpacked | undefined> {
  // A store that cannot be read costs the unpacking, not the answer.
  const { handles } = await list({ limit: 100 }).catch(() => ({ handles: [] }));
  for (const handle of handles) {
    for (const { toolCallId = '' } of handle.provenance) {
      const end = parseNote(toolCallId, key);
      if (end !== undefined) return { ...end, producedBytes: handle.producedBytes, kept: { handle } };
    }
  }
  return undefined;
}

function formatNote(key: string, { state, inputBytes }: InflateEnd): string {
  return `${mark}:${key}:${state}:${inputBytes}`;
}

function parseNote(note: string, key: string): InflateEnd | undefined {
  const match = /^(\w+):(\w+):(whole|damaged|stopped):(\d+)$/.exec(note);
  if (match?.[1] !== mark || match[2] !== key) return undefined;
  return { state: match[3] as InflateEnd['state'], inputBytes: Number(match[4]) };
}

function keyOf({ facts, byteLength }: FileSource): string {
  const { path, dev, ino, mtimeNs } = facts;
  const text = [path, dev, ino, mtimeNs, byteLength].join('\0');
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
