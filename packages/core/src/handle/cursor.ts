import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { SpillwayError } from '../errors.ts';
import { FieldReader, FieldWriter } from './byte-fields.ts';
import { decodeBase32, encodeBase32 } from './crockford.ts';
import type { ContentIdentity } from './identity.ts';

/** A position in one content. */
export interface Cursor {
  /** `tail` is the end of the page that precedes it; the others are the start of the one that follows. */
  readonly kind: 'page' | 'grep' | 'query' | 'tail';
  /** 0-based byte. */
  readonly offset: number;
  /** 1-based line that starts at `offset` or contains it, where it is known; of a query the match that goes on there. */
  readonly line?: number;
  /** `digestQuery` of what was searched for, where the position makes sense for that search alone. */
  readonly query?: number;
  readonly identity: ContentIdentity;
}

const prefix = 'c_';
const checkBytes = 4;
/** The first byte: the bits that tell the kind, and those that say which fields follow. */
const kindBits: Readonly<Record<Cursor['kind'], number>> = { page: 0x10, grep: 0x11, tail: 0x20, query: 0x30 };
const kindMask = 0xf1;
const flag = { file: 2, line: 4, query: 8 } as const;

/** Shortens a search (pattern and options, as text) to the 16 bits that a cursor keeps of it. */
export function digestQuery(query: string): number {
  return createHash('sha256').update(query).digest().readUInt16BE(0);
}

/**
 * Writes a cursor as `c_` and base 32.
 *
 * Contract: safe in a URL and in JSON. Up to 32 GiB and 2^28 lines, at most 31 characters for a page of a stored
 * result, 34 for a search in one, 58 for a live file.
 */
export function formatCursor(cursor: Cursor): string {
  const fields = new FieldWriter();
  const flags =
    (cursor.identity.source === 'file' ? flag.file : 0) +
    (cursor.line === undefined ? 0 : flag.line) +
    (cursor.query === undefined ? 0 : flag.query);
  fields.fixed(kindBits[cursor.kind] + flags, 1);
  fields.varied(cursor.offset);
  if (cursor.line !== undefined) fields.varied(cursor.line);
  if (cursor.query !== undefined) fields.fixed(cursor.query, 2);
  writeIdentity(fields, cursor.identity);
  return prefix + encodeBase32(withCheck(fields.toBytes()));
}

/**
 * Reads a cursor.
 *
 * Contract: strict but for white space around it. A cursor with any one character changed is refused with certainty,
 * other damage with a chance of 1 - 2^-32: the check is a CRC, which no burst of up to 32 bits passes.
 *
 * @throws SpillwayError `cursor-malformed`.
 */
export function parseCursor(text: string): Cursor {
  const trimmed = text.trim();
  const bytes = trimmed.startsWith(prefix) ? decodeBase32(trimmed.slice(prefix.length)) : undefined;
  const checked = bytes && withoutCheck(bytes);
  const cursor = checked && readCursor(new FieldReader(checked));
  if (cursor !== undefined) return cursor;
  throw new SpillwayError({
    code: 'cursor-malformed',
    message: `not a cursor: ${JSON.stringify(text.slice(0, 80))}`,
    modelText: 'That is not a cursor. Copy the cursor of the last page unchanged, or start again without one.',
  });
}

/** Appends the check digits that `withoutCheck` takes off and compares. */
export function withCheck(payload: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(payload.length + checkBytes);
  bytes.set(payload);
  // Little end first: so payload and check are one code word, and a change across their seam is one burst.
  new DataView(bytes.buffer).setUint32(payload.length, crc32(payload), true);
  return bytes;
}

/** Returns the payload, or nothing when the check digits are not its own. */
export function withoutCheck(bytes: Uint8Array): Uint8Array | undefined {
  if (bytes.length < checkBytes) return undefined;
  const payload = bytes.subarray(0, bytes.length - checkBytes);
  const check = new DataView(bytes.buffer, bytes.byteOffset + payload.length).getUint32(0, true);
  return crc32(payload) === check ? payload : undefined;
}

function readCursor(fields: FieldReader): Cursor | undefined {
  const head = fields.fixed(1);
  const kind = kindOf(head);
  const offset = fields.varied();
  const line = head & flag.line ? fields.varied() : undefined;
  const query = head & flag.query ? fields.fixed(2) : undefined;
  const identity = readIdentity(fields, (head & flag.file) !== 0);
  if (kind === undefined || !fields.isSound) return undefined;
  return {
    kind,
    offset,
    ...(line !== undefined && { line }),
    ...(query !== undefined && { query }),
    identity,
  };
}

function kindOf(head: number): Cursor['kind'] | undefined {
  const kinds = Object.keys(kindBits) as Cursor['kind'][];
  return kinds.find((kind) => kindBits[kind] === (head & kindMask));
}

function writeIdentity(fields: FieldWriter, identity: ContentIdentity): void {
  if (identity.source === 'handle') {
    fields.fixed(identity.digest, 4);
    return;
  }
  fields.fixed(identity.path, 3);
  fields.fixed(identity.inode, 4);
  fields.fixed(identity.modified, 3);
  fields.fixed(identity.sample, 4);
  fields.varied(identity.byteLength);
}

function readIdentity(fields: FieldReader, isFile: boolean): ContentIdentity {
  if (!isFile) return { source: 'handle', digest: fields.fixed(4) };
  const path = fields.fixed(3);
  const inode = fields.fixed(4);
  const modified = fields.fixed(3);
  const sample = fields.fixed(4);
  return { source: 'file', path, inode, modified, sample, byteLength: fields.varied() };
}
