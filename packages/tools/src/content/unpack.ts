import { createHash } from 'node:crypto';
import {
  type Captured,
  type FileSource,
  type Handle,
  type Spillway,
  SpillwayError,
  type StoredSource,
} from '@spillway/core';
import type { Compression } from './compression.ts';
import { type InflateEnd, inflate } from './inflate.ts';

/** What is known of the content of a compressed file. */
interface Unpacking extends InflateEnd {
  /** Bytes of the content that were unpacked; more than there are to read where the store took fewer. */
  readonly producedBytes: number;
  /** Why the store did not take it. */
  readonly failureCode?: string;
}

/** The content of a compressed file: from the store, or in memory where it is small or the store did not take it. */
export type Unpacked = Unpacking & ({ readonly stored: StoredSource } | { readonly bytes: Uint8Array });

type Kept = Unpacking & { readonly handle: Handle };

/** Stands in the provenance, as no tool's name would be right: any of them may have asked first. */
const mark = 'unpacked';

/** Files whose content this process has found in the store; asking the store itself takes a look at many results. */
const found = new Map<string, Kept>();
const maxFound = 256;
/** The newest results, among which one of another process is looked for. */
const maxLooked = 100;

/**
 * Unpacks a file once, and finds what was unpacked before, by this process or another.
 *
 * Contract: in memory what fits `maxResultBytes`; else in the store, like any other large result, and by its handle as
 * long as it is kept there; the caller closes it. Unpacks no more than the store would take of one result. Memory does
 * not grow with the size.
 * @throws SpillwayError `aborted`, `encoding-unsupported`, or what the file and the store throw.
 */
export async function unpack(
  file: FileSource,
  compression: Compression,
  spillway: Spillway,
  signal?: AbortSignal,
): Promise<Unpacked> {
  const key = keyOf(file, spillway.keys);
  const place = `${spillway.scope}\0${key}`;
  const known = found.get(place) ?? (await findUnpacked(spillway, key));
  const stored = known && (await openKept(spillway, known.handle));
  if (known !== undefined && stored !== undefined) {
    remember(place, known);
    return { ...known, stored };
  }
  const { head, handle, ...fresh } = await unpackAnew(file, compression, spillway, key, signal);
  if (handle === undefined) return { ...fresh, bytes: head };
  remember(place, { ...fresh, handle });
  return { ...fresh, stored: await spillway.open(handle) };
}

function remember(place: string, kept: Kept): void {
  found.delete(place);
  found.set(place, kept);
  const [oldest] = found.keys();
  if (found.size > maxFound && oldest !== undefined) found.delete(oldest);
}

/** What was kept may be gone meanwhile, or be in another store. */
async function openKept(spillway: Spillway, handle: Handle): Promise<StoredSource | undefined> {
  try {
    return await spillway.open(handle);
  } catch (error) {
    if (SpillwayError.isInstance(error) && error.code.startsWith('handle-')) return undefined;
    throw error;
  }
}

async function unpackAnew(
  file: FileSource,
  compression: Compression,
  spillway: Spillway,
  key: string,
  signal: AbortSignal | undefined,
): Promise<Unpacking & Pick<Captured, 'head' | 'handle'>> {
  const { captureBytes, processStoreBytes, storeBytes } = spillway.settings;
  let end: InflateEnd = { state: 'whole', inputBytes: 0 };
  const capture = spillway.capture({
    toolName: mark,
    provenance: async () => ({ toolName: mark, at: Date.now(), toolCallId: formatNote(key, end) }),
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
    const kept = { head, ...(handle !== undefined && { handle }) };
    return { ...end, producedBytes, ...kept, ...(failure !== undefined && { failureCode: failure.code }) };
  } catch (error) {
    await capture.abort();
    throw error;
  }
}

/** A stored result remembers what it was unpacked from in its provenance. */
async function findUnpacked({ list }: Spillway, key: string): Promise<Kept | undefined> {
  // A store that cannot be read costs the unpacking, not the answer.
  const { handles } = await list({ limit: maxLooked }).catch(() => ({ handles: [] }));
  for (const handle of handles) {
    for (const { toolCallId = '' } of handle.provenance) {
      const end = parseNote(toolCallId, key);
      if (end !== undefined) return { ...end, producedBytes: handle.producedBytes, handle };
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

/** What is kept differs by what is done about bodies of private keys. */
function keyOf({ facts, byteLength }: FileSource, keys: Spillway['keys']): string {
  const { path, dev, ino, mtimeNs } = facts;
  const text = [path, dev, ino, mtimeNs, byteLength, keys].join('\0');
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
