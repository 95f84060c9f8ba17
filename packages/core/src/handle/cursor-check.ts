import type { ByteSource } from '../bytes/byte-source.ts';
import { type ErrorFacts, SpillwayError } from '../errors.ts';
import type { Cursor } from './cursor.ts';
import type { Handle } from './handle.ts';
import { compareFile, type FileFacts, identifyHandle } from './identity.ts';

/** What a reader expects of a cursor besides the content it was cut from. */
export interface CursorUse {
  readonly kind: Cursor['kind'];
  /** `digestQuery` of the present search; compared when the cursor has one. */
  readonly query?: number;
}

/**
 * Makes sure that a cursor was cut from this stored result, for this use.
 *
 * @throws SpillwayError `cursor-mismatch`.
 */
export function assertHandleCursor(
  cursor: Cursor,
  handle: Pick<Handle, 'sha256' | 'byteLength'>,
  use: CursorUse,
): void {
  assertUse(cursor, use);
  const isSame = cursor.identity.source === 'handle' && cursor.identity.digest === identifyHandle(handle).digest;
  if (!isSame || cursor.offset > handle.byteLength) throw mismatch('it was cut from another content');
}

/**
 * Makes sure that a cursor was cut from this live file, and that what it was cut from is still there.
 *
 * Contract: returns whether the file is as it was or has only grown. Reads at most 32 KiB.
 *
 * @throws SpillwayError `cursor-mismatch` for another path or use; `source-changed` with the fact `change`: `rotated`
 * (another file under this path), `shrunk` or `edited`.
 */
export async function assertFileCursor(
  cursor: Cursor,
  facts: FileFacts,
  source: ByteSource,
  use: CursorUse,
): Promise<'same' | 'appended'> {
  assertUse(cursor, use);
  if (cursor.identity.source !== 'file') throw mismatch('it was cut from a stored result');
  const comparison = await compareFile(cursor.identity, facts, source, cursor.offset);
  if (comparison === 'other') throw mismatch('it was cut from another file');
  if (comparison === 'same' || comparison === 'appended') return comparison;
  throw changed(comparison, { cutByteLength: cursor.identity.byteLength, byteLength: source.byteLength });
}

const changeTexts = {
  rotated: 'another file has taken its place since the last page',
  shrunk: 'it is shorter than at the last page',
  edited: 'its content is not the same as at the last page',
} as const;

const ownerOf = { page: 'a page', grep: 'a search', query: 'a query', tail: 'the reading of a tail' } as const;

function assertUse(cursor: Cursor, use: CursorUse): void {
  if (cursor.kind !== use.kind) throw mismatch(`it belongs to ${ownerOf[cursor.kind]}`);
  if (cursor.query !== undefined && cursor.query !== use.query) throw mismatch('it belongs to another search');
}

function mismatch(why: string): SpillwayError {
  return new SpillwayError({
    code: 'cursor-mismatch',
    message: `cursor does not fit: ${why}`,
    modelText: `That cursor does not belong to this call: ${why}. Use it with the call that returned it, or start again without it.`,
  });
}

function changed(change: keyof typeof changeTexts, sizes: ErrorFacts): SpillwayError {
  return new SpillwayError({
    code: 'source-changed',
    message: `file changed while it was paged: ${change}`,
    modelText: `The file has changed: ${changeTexts[change]}. Start again without a cursor; do not join pages from before and after.`,
    facts: { change, ...sizes },
  });
}
