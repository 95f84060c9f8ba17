import { createHash } from 'node:crypto';
import { maskRanges } from '../guard/mask.ts';
import { scanKeys } from '../guard/scan.ts';
import { withoutKeys } from '../guard/without-keys.ts';
import type { OriginPart, Provenance } from '../handle/handle.ts';
import type { Boundary } from './boundary.ts';
import { jsonChunks } from './json-chunks.ts';
import type { BoundContext } from './result.ts';

type ProvenanceBoundary = Pick<Boundary, 'store' | 'scope' | 'keys'>;

/**
 * Prepares the provenance of one call's result.
 *
 * Contract: the returned function is told whether the stored bytes are all of the result, for parts of an origin say
 * nothing without them. It keeps the call's `origin` on its first use and gives every part of the result the same
 * provenance, without key bodies. A store that cannot keep the origin costs the origin, not the result.
 */
export function createProvenance(
  boundary: ProvenanceBoundary,
  context: BoundContext,
): (isWhole: boolean) => Promise<Provenance> {
  let made: Promise<Provenance> | undefined;
  return (isWhole) => {
    made ??= makeProvenance(boundary, context, isWhole);
    return made;
  };
}

async function makeProvenance(
  boundary: ProvenanceBoundary,
  context: BoundContext,
  isWhole: boolean,
): Promise<Provenance> {
  const base: Provenance = {
    toolName: context.toolName,
    at: Date.now(),
    ...(context.toolCallId !== undefined && { toolCallId: context.toolCallId }),
    ...(context.input !== undefined && { inputDigest: inputDigest(context.input) }),
  };
  if (context.origin === undefined) return base;
  const originParts = isWhole ? context.origin.toParts?.() : undefined;
  if (originParts !== undefined) return { ...base, originParts: originParts.map((part) => maskPart(boundary, part)) };
  const originId = await storeOrigin(boundary, context.origin.bytes, base);
  return originId === undefined ? base : { ...base, originId };
}

/** What stands between the stored bytes is short, and kept without keys like these. */
function maskPart({ keys }: ProvenanceBoundary, part: OriginPart): OriginPart {
  if (typeof part !== 'string' || keys === 'include') return part;
  return Buffer.from(withoutKeys(Buffer.from(part))).toString();
}

async function storeOrigin(
  { store, scope, keys }: ProvenanceBoundary,
  given: Uint8Array,
  provenance: Provenance,
): Promise<string | undefined> {
  const ranges = keys === 'include' ? [] : scanKeys(given);
  const origin = ranges.length === 0 ? given : Uint8Array.from(given);
  maskRanges(origin, 0, ranges);
  const withheld = ranges.map(({ start, end }) => ({ start, end }));
  try {
    const writer = await store.createWriter(scope, { encoding: 'utf-8' });
    try {
      await writer.write(origin);
      const headline = 'the exact result of the server';
      const facts = { mediaType: 'application/json', shape: 'json', headline, provenance, withheld } as const;
      const handle = await writer.finish(facts);
      return handle.id;
    } catch {
      await writer.abort();
      return undefined;
    }
  } catch {
    return undefined;
  }
}

function inputDigest(input: unknown): string {
  const hash = createHash('sha256');
  for (const chunk of jsonChunks(input)) hash.update(chunk);
  return hash.digest('hex').slice(0, 16);
}
