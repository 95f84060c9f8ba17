import { createHash } from 'node:crypto';
import type { Provenance } from '../handle/handle.ts';
import type { Store } from '../store/store.ts';
import { jsonChunks } from './json-chunks.ts';
import type { BoundContext } from './result.ts';

/**
 * Prepares the provenance of one call's result.
 *
 * Contract: the returned function is told whether the stored bytes are all of the result, for parts of an origin say
 * nothing without them. It keeps the call's `origin` on its first use and gives every part of the result the same
 * provenance. A store that cannot keep the origin costs the origin, not the result.
 */
export function createProvenance(
  store: Store,
  scope: string,
  context: BoundContext,
): (isWhole: boolean) => Promise<Provenance> {
  let made: Promise<Provenance> | undefined;
  return (isWhole) => {
    made ??= makeProvenance(store, scope, context, isWhole);
    return made;
  };
}

async function makeProvenance(
  store: Store,
  scope: string,
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
  if (originParts !== undefined) return { ...base, originParts };
  const originId = await storeOrigin(store, scope, context.origin.bytes, base);
  return originId === undefined ? base : { ...base, originId };
}

async function storeOrigin(
  store: Store,
  scope: string,
  origin: Uint8Array,
  provenance: Provenance,
): Promise<string | undefined> {
  try {
    const writer = await store.createWriter(scope, { encoding: 'utf-8' });
    try {
      await writer.write(origin);
      const headline = 'the exact result of the server';
      const handle = await writer.finish({ mediaType: 'application/json', shape: 'json', headline, provenance });
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
