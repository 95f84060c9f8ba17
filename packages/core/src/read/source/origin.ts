import type { ByteSource } from '../../bytes/byte-source.ts';
import { createJsonEscaper } from '../../bytes/json-escape.ts';
import type { OriginPart } from '../../handle/handle.ts';
import type { Store, StoredSource } from '../../store/store.ts';

const stepBytes = 262_144;
const quote: Uint8Array = Uint8Array.of(0x22);

/**
 * Reads the exact result of the upstream that a stored result was taken from.
 *
 * Contract: returns nothing where none was kept, because the stored result is all there was or the store had no room.
 * Streams in pieces of at most 1.5 MiB, whatever the size; `stored` stays open. Where the same bytes were produced more
 * than once, the last origin counts. Throws the `handle-` errors while it is read.
 */
export function readOrigin(store: Store, stored: StoredSource): AsyncIterable<Uint8Array> | undefined {
  const origin = stored.handle.provenance.findLast(
    ({ originId, originParts }) => originId !== undefined || originParts !== undefined,
  );
  if (origin?.originParts !== undefined) return writeParts(origin.originParts, stored);
  return origin?.originId === undefined ? undefined : readStored(store, stored.handle.scope, origin.originId);
}

async function* readStored(store: Store, scope: string, id: string): AsyncGenerator<Uint8Array, void> {
  const source = await store.open(scope, id);
  try {
    yield* readAll(source);
  } finally {
    await source.close();
  }
}

async function* writeParts(parts: readonly OriginPart[], stored: ByteSource): AsyncGenerator<Uint8Array, void> {
  for (const part of parts) {
    if (typeof part === 'string') yield new TextEncoder().encode(part);
    else if (part.stored === 'raw') yield* readAll(stored);
    else yield* readEscaped(stored);
  }
}

async function* readEscaped(source: ByteSource): AsyncGenerator<Uint8Array, void> {
  const escaper = createJsonEscaper();
  yield quote;
  for await (const chunk of readAll(source)) yield escaper.write(chunk);
  yield escaper.end();
  yield quote;
}

async function* readAll(source: ByteSource): AsyncGenerator<Uint8Array, void> {
  for (let offset = 0; offset < source.byteLength; ) {
    const chunk = await source.read(offset, stepBytes);
    if (chunk.length === 0) return;
    yield chunk;
    offset += chunk.length;
  }
}
