import { createHmac } from 'node:crypto';
import { SpillwayError } from '../errors.ts';
import { encodeBase32 } from './crockford.ts';
import { isWithinOneEdit } from './one-edit.ts';

/** Characters after `r_`: forty bits, which a model copies well; longer only where two contents would share an id. */
const shortestIdLength = 8;
const longestIdLength = 51;

const uriPrefix = /^spillway:\/\//i;
const idForm = new RegExp(`^r_[0-9a-hjkmnp-tv-z]{${shortestIdLength},${longestIdLength}}$`);

/**
 * Yields the ids that a content may have in a scope, the one to use first.
 *
 * Contract: `r_` and 8 to 51 characters of a keyed hash of scope, content and `qualifier`, so an id tells nothing of
 * either and cannot be guessed without the store's key. The longer ones are for when a shorter one is taken by another
 * content. `qualifier` tells apart results whose stored bytes are the same and whose produced bytes are not.
 */
export function* deriveHandleIds(options: {
  key: Uint8Array;
  scope: string;
  sha256: string;
  qualifier?: string | undefined;
}): Generator<string, void, void> {
  const qualifier = options.qualifier === undefined ? '' : `\0${options.qualifier}`;
  const digest = createHmac('sha256', options.key).update(`${options.scope}\0${options.sha256}${qualifier}`).digest();
  const characters = encodeBase32(digest);
  for (let length = shortestIdLength; length <= longestIdLength; length++) yield `r_${characters.slice(0, length)}`;
}

/**
 * Reads an id as a model may have copied it: `spillway://r_…`, upper case, `o` for `0`, `i` and `l` for `1`.
 *
 * @throws SpillwayError `handle-malformed` for anything else.
 */
export function parseHandleId(text: string): string {
  const id = normalizeId(text);
  if (idForm.test(id)) return id;
  throw handleMalformed(text);
}

/** Finds an id that differs by one edit (a character changed, missing, added, or two neighbours swapped) from `text`. */
export function suggestHandleId(text: string, ids: Iterable<string>): string | undefined {
  const wanted = normalizeId(text);
  if (wanted.length > longestIdLength + 3) return undefined;
  for (const id of ids) if (id !== wanted && isWithinOneEdit(wanted, id)) return id;
  return undefined;
}

/** Builds the error for a text that is no id; `nearId` is one that may have been meant. */
export function handleMalformed(text: string, nearId?: string): SpillwayError {
  const hint = nearId === undefined ? 'Copy it from the notice that named it.' : `Did you mean ${nearId}?`;
  return new SpillwayError({
    code: 'handle-malformed',
    message: `not a handle id: ${JSON.stringify(text.slice(0, 80))}`,
    modelText: `That is not a handle. A handle is r_ and ${shortestIdLength} or more letters and digits. ${hint}`,
    facts: nearId === undefined ? {} : { nearId },
  });
}

function normalizeId(text: string): string {
  const id = text.trim().replace(uriPrefix, '').toLowerCase();
  return id.slice(0, 2) + id.slice(2).replaceAll('o', '0').replace(/[il]/g, '1');
}
