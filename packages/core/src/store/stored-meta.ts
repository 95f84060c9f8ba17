import type { ByteRange, Handle, Provenance } from '../handle/handle.ts';
import type { MeasuredContent } from './content-meter.ts';
import type { StoredFacts } from './store.ts';

/** All of a handle that does not change after it was stored, and that is the same whatever its id. */
export type StoredMeta = Omit<Handle, 'id' | 'expiresAt' | 'provenance'> & { readonly first: Provenance };

/** Puts together what a store keeps of a finished content. */
export function toStoredMeta(
  scope: string,
  content: MeasuredContent,
  facts: StoredFacts,
  createdAt: number,
): StoredMeta {
  return {
    sha256: content.sha256,
    byteLength: content.byteLength,
    producedBytes: facts.producedBytes ?? content.byteLength,
    mediaType: facts.mediaType,
    encoding: content.encoding,
    ...(content.lineCount !== undefined && { lineCount: content.lineCount }),
    shape: facts.shape,
    headline: facts.headline,
    scope,
    createdAt,
    withheld: facts.withheld ?? [],
    ...(facts.gap !== undefined && { gap: facts.gap }),
    ...(facts.unfinished && { unfinished: true as const }),
    first: facts.provenance,
  };
}

/** Makes the handle of a stored content. `usedAt` is when it was last produced, from which its age counts. */
export function toHandle(
  id: string,
  meta: StoredMeta,
  later: readonly Provenance[],
  expiry: { usedAt: number; ttlMs: number },
): Handle {
  const { first, ...fixed } = meta;
  const expiresAt = expiry.usedAt + expiry.ttlMs;
  return { id, ...fixed, ...(Number.isSafeInteger(expiresAt) && { expiresAt }), provenance: [first, ...later] };
}

/**
 * Returns the text that tells apart results whose stored bytes are the same and whose produced bytes are not, or
 * nothing for a result that was stored whole.
 */
export function lossQualifier(meta: {
  byteLength: number;
  producedBytes: number;
  withheld: readonly ByteRange[];
  gap?: ByteRange;
  unfinished?: true;
}): string | undefined {
  if (meta.unfinished) return 'unfinished';
  if (meta.producedBytes === meta.byteLength && meta.withheld.length === 0 && meta.gap === undefined) return undefined;
  const ranges = (list: readonly ByteRange[]) => list.map((range) => `${range.start}-${range.end}`).join(',');
  return `${meta.producedBytes};${ranges(meta.withheld)};${ranges(meta.gap === undefined ? [] : [meta.gap])}`;
}

/** Tells whether two stored contents are one result: the same bytes, with the same bytes left out. */
export function isSameContent(a: StoredMeta, b: StoredMeta): boolean {
  return a.sha256 === b.sha256 && a.byteLength === b.byteLength && lossQualifier(a) === lossQualifier(b);
}
