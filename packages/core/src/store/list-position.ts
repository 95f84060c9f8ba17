import { SpillwayError } from '../errors.ts';
import { FieldReader, FieldWriter } from '../handle/byte-fields.ts';
import { decodeBase32, encodeBase32 } from '../handle/crockford.ts';
import { withCheck, withoutCheck } from '../handle/cursor.ts';
import { defaultListLimit, maxListLimit } from './limits.ts';

/** Where a result stands in a list. */
export interface ListPosition {
  readonly id: string;
  readonly createdAt: number;
}

const prefix = 'l_';

/** Orders newest first, and by id where the time is the same. */
export function compareNewestFirst(a: ListPosition, b: ListPosition): number {
  if (a.createdAt !== b.createdAt) return b.createdAt - a.createdAt;
  return a.id < b.id ? -1 : Number(a.id > b.id);
}

/** Writes the position of a page's last result as the cursor of the next page. */
export function formatListCursor(position: ListPosition): string {
  const fields = new FieldWriter();
  fields.varied(position.createdAt);
  for (const character of position.id) fields.fixed(character.charCodeAt(0), 1);
  return prefix + encodeBase32(withCheck(fields.toBytes()));
}

/** Reads a list cursor. @throws SpillwayError `cursor-malformed`. */
export function parseListCursor(text: string): ListPosition {
  const trimmed = text.trim();
  const bytes = trimmed.startsWith(prefix) ? decodeBase32(trimmed.slice(prefix.length)) : undefined;
  const payload = bytes && withoutCheck(bytes);
  const position = payload && readPosition(payload);
  if (position !== undefined) return position;
  throw new SpillwayError({
    code: 'cursor-malformed',
    message: `not a list cursor: ${JSON.stringify(text.slice(0, 80))}`,
    modelText: 'That is not a cursor of the list. Copy it from the last page unchanged, or list again without one.',
  });
}

/** Returns the number of results on a page. @throws TypeError for anything but a whole number of at least 1. */
export function toListLimit(limit: number | undefined): number {
  if (limit === undefined) return defaultListLimit;
  if (!Number.isInteger(limit) || limit < 1) throw new TypeError('limit is a whole number of at least 1');
  return Math.min(limit, maxListLimit);
}

function readPosition(payload: Uint8Array): ListPosition | undefined {
  const fields = new FieldReader(payload);
  const createdAt = fields.varied();
  const id = String.fromCharCode(...fields.rest());
  return fields.isSound && id.startsWith('r_') ? { id, createdAt } : undefined;
}
