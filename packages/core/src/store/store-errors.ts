import { formatCount } from '../bytes/count-words.ts';
import { SpillwayError } from '../errors.ts';

/** Why a result is gone. `deleted` is answered as `handle-evicted`, with the fact `reason`. */
export type RemovalReason = 'expired' | 'evicted' | 'deleted';

/** What stays known of a result that is gone. */
export interface Tombstone {
  readonly reason: RemovalReason;
  readonly byteLength: number;
  /** When it was removed; for an expired one, when it expired. Milliseconds since the epoch. */
  readonly at: number;
}

const goneTexts: Record<RemovalReason, string> = {
  expired: 'has expired',
  evicted: 'was removed to make room for newer results',
  deleted: 'was deleted',
};

/** Builds the error for an id that this scope does not know; `nearId` is one that it does. */
export function handleUnknown(id: string, nearId?: string): SpillwayError {
  return new SpillwayError({
    code: 'handle-unknown',
    message: `no result has the handle ${id}`,
    modelText: unknownText(id, nearId),
    facts: { id, ...(nearId !== undefined && { nearId }) },
  });
}

/** Builds the error for an id of another scope: a model is told exactly what it is told of an unknown one. */
export function handleForbidden(id: string, nearId?: string): SpillwayError {
  return new SpillwayError({
    code: 'handle-forbidden',
    message: `the handle ${id} belongs to another scope`,
    modelText: unknownText(id, nearId),
    facts: { id, ...(nearId !== undefined && { nearId }) },
  });
}

/** Builds the error for a result that was there: `handle-expired`, or `handle-evicted` when it was removed or deleted. */
export function handleGone(id: string, tombstone: Tombstone): SpillwayError {
  const what = `The result ${id} (${formatCount(tombstone.byteLength)} B) ${goneTexts[tombstone.reason]}`;
  return new SpillwayError({
    code: tombstone.reason === 'expired' ? 'handle-expired' : 'handle-evicted',
    message: `${what} at ${new Date(tombstone.at).toISOString()}`,
    modelText: `${what} and can no longer be read. That says nothing about what it held.`,
    facts: { id, byteLength: tombstone.byteLength, at: tombstone.at, reason: tombstone.reason },
  });
}

/** Builds the error for a quota that has no room left even after eviction. */
export function storeFull(limitName: 'storeBytes' | 'processStoreBytes', limitBytes: number): SpillwayError {
  return new SpillwayError({
    code: 'store-full',
    message: `no room left under ${limitName} (${limitBytes} bytes)`,
    modelText: 'The store for full results is full.',
    facts: { limitName, limitBytes },
  });
}

/** Builds the error of a caller that uses a writer against its contract. */
export function writerMisused(what: string): TypeError {
  return new TypeError(`StoreWriter: ${what}`);
}

/** Refuses scopes that no store takes: empty, longer than 1,024 characters, or with control characters. */
export function assertScope(scope: string): void {
  if (typeof scope === 'string' && /^[^\x00-\x1f\x7f]{1,1024}$/.test(scope)) return;
  throw new TypeError('a scope is a text of 1 to 1,024 characters without control characters');
}

function unknownText(id: string, nearId: string | undefined): string {
  const hint = nearId === undefined ? 'Copy the handle from the notice that named it.' : `Did you mean ${nearId}?`;
  return `No result has the handle ${id}. ${hint}`;
}
