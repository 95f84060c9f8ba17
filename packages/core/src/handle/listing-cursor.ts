import { createHash } from 'node:crypto';
import { SpillwayError } from '../errors.ts';
import { FieldReader, FieldWriter } from './byte-fields.ts';
import { decodeBase32, encodeBase32 } from './crockford.ts';
import { withCheck, withoutCheck } from './cursor.ts';

/** Where a page of a sorted listing ended. Every field is a digest: no name stands in it. */
export interface ListingCursor {
  /** `digestName` of the last names on the page, last first, so that it can go on when the very last one is gone. */
  readonly names: readonly number[];
  /** What was listed: `digestListing`. */
  readonly listing: number;
}

const prefix = 'd_';
const version = 1;
const nameBytes = 6;
const listingBytes = 4;
/** Names that a cursor keeps at most. */
export const maxCursorNames = 3;

/** Shortens a name to the 48 bits that a cursor keeps of it. */
export function digestName(name: Uint8Array): number {
  return createHash('sha256').update(name).digest().readUIntBE(0, nameBytes);
}

/** Shortens what is listed, and how, to the 32 bits that a cursor keeps of it. */
export function digestListing(listing: string): number {
  return createHash('sha256').update(listing).digest().readUInt32BE(0);
}

/** Writes a cursor as `d_` and base 32. Contract: at most 46 characters. */
export function formatListingCursor(cursor: ListingCursor): string {
  const fields = new FieldWriter();
  fields.fixed(version, 1);
  fields.fixed(cursor.listing, listingBytes);
  for (const name of cursor.names.slice(0, maxCursorNames)) fields.fixed(name, nameBytes);
  return prefix + encodeBase32(withCheck(fields.toBytes()));
}

/**
 * Reads a cursor of a listing.
 *
 * Contract: strict but for white space around it; damage is told as `parseCursor` does.
 * @throws SpillwayError `cursor-malformed`; `cursor-mismatch` where it was cut from another listing.
 */
export function parseListingCursor(text: string, listing: number): ListingCursor {
  const trimmed = text.trim();
  const bytes = trimmed.startsWith(prefix) ? decodeBase32(trimmed.slice(prefix.length)) : undefined;
  const cursor = readCursor(bytes && withoutCheck(bytes));
  if (cursor === undefined) {
    throw new SpillwayError({
      code: 'cursor-malformed',
      message: `not a cursor of a listing: ${JSON.stringify(text.slice(0, 80))}`,
      modelText: 'That is not a cursor of a listing. Copy it from the last page unchanged, or list again without one.',
    });
  }
  if (cursor.listing === listing) return cursor;
  throw new SpillwayError({
    code: 'cursor-mismatch',
    message: 'the cursor was cut from another listing',
    modelText:
      'That cursor belongs to another folder, to one that was replaced since, or to another depth. List again without it.',
  });
}

function readCursor(payload: Uint8Array | undefined): ListingCursor | undefined {
  if (payload === undefined) return undefined;
  const fields = new FieldReader(payload);
  if (fields.fixed(1) !== version) return undefined;
  const listing = fields.fixed(listingBytes);
  const names: number[] = [];
  for (let left = payload.length - 1 - listingBytes; left > 0; left -= nameBytes) names.push(fields.fixed(nameBytes));
  return fields.isSound && names.length > 0 && names.length <= maxCursorNames ? { listing, names } : undefined;
}
