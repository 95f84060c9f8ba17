import { createHash } from 'node:crypto';
import { join } from 'node:path';
import fc from 'fast-check';
import { it } from 'vitest';
import { createMemoryStore } from '../../src/store/memory.ts';
import type { Store } from '../../src/store/store.ts';
import { plainFacts } from '../../src/testing/harness.ts';
import { temporaryFolder, temporaryStore } from '../store/support/temporary.ts';

/** Text of lines of very different lengths, up to a few MiB, and the places where it is cut into chunks. */
const contents = fc.record({
  seed: fc.nat(),
  byteLength: fc.oneof(fc.nat(200), fc.nat(300_000), fc.integer({ min: 260_000, max: 900_000 })),
  lineBytes: fc.constantFrom(1, 7, 80, 3000, 700_000),
  chunkBytes: fc.oneof(fc.constantFrom(1000, 65_536, 262_144, 262_145), fc.integer({ min: 5000, max: 900_000 })),
});

function makeContent({ seed, byteLength, lineBytes }: { seed: number; byteLength: number; lineBytes: number }): Buffer {
  const bytes = Buffer.alloc(byteLength);
  let state = (seed % 2_147_483_646) + 1;
  let untilLineFeed = lineBytes;
  for (let at = 0; at < byteLength; at++) {
    state = (state * 48_271) % 2_147_483_647;
    bytes[at] = untilLineFeed-- === 0 ? 10 : 33 + (state % 90);
    if (untilLineFeed < 0) untilLineFeed = state % (2 * lineBytes);
  }
  return bytes;
}

/** Where each line starts: found one byte after the other, as no store does it. */
function lineStarts(bytes: Buffer): number[] {
  const starts = bytes.length > 0 ? [0] : [];
  for (let at = 0; at < bytes.length - 1; at++) if (bytes[at] === 10) starts.push(at + 1);
  return starts;
}

async function isKept(
  store: Store,
  parameters: Parameters<typeof makeContent>[0] & { chunkBytes: number },
): Promise<boolean> {
  const content = makeContent(parameters);
  const writer = await store.createWriter('a', { encoding: 'utf-8' });
  for (let from = 0; from < content.length; from += parameters.chunkBytes) {
    const chunk = Uint8Array.from(content.subarray(from, from + parameters.chunkBytes));
    await writer.write(chunk);
    chunk.fill(7);
  }
  const handle = await writer.finish(plainFacts());
  const source = await store.open('a', handle.id);
  const starts = lineStarts(content);
  let isRight = handle.sha256 === createHash('sha256').update(content).digest('hex');
  isRight &&= handle.lineCount === starts.length && source.byteLength === content.length;
  for (const share of [0, 0.2, 0.5, 0.77, 1]) {
    const offset = Math.floor(content.length * share);
    const part = await source.read(offset, 100_000);
    isRight &&= content.subarray(offset, offset + 100_000).equals(part);
    const line = 1 + Math.floor((starts.length - 1) * share);
    const floor = await source.lineIndex.floor(line);
    const byOffset = await source.lineIndex.floorOffset(offset);
    isRight &&= floor.line <= Math.max(1, line) && floor.offset === (starts[floor.line - 1] ?? 0);
    // A line start is known at least every 256 KiB, or at the next line where lines are longer.
    const nextKnown = starts.find((start) => start >= floor.offset + 2 * 262_144) ?? content.length;
    isRight &&= (starts[line - 1] ?? 0) <= nextKnown;
    isRight &&= byOffset.offset <= offset && byOffset.offset === (starts[byOffset.line - 1] ?? content.length);
  }
  await source.close();
  return isRight;
}

// Fails when a buffer is used again before it was written, or a line index entry is dropped at a seam.
it('flat memory: a content is measured and read back the same however it is cut, on disk', async () => {
  const store = temporaryStore({ directory: join(temporaryFolder({ inMemory: true }), 'store') });
  await fc.assert(
    fc.asyncProperty(contents, (parameters) => isKept(store, parameters)),
    { numRuns: 100 },
  );
});

// Fails when the last block loses its last byte.
it('flat memory: a content is measured and read back the same however it is cut, in memory', async () => {
  const store = createMemoryStore({ storeBytes: 2 ** 31 });
  await fc.assert(
    fc.asyncProperty(contents, (parameters) => isKept(store, parameters)),
    { numRuns: 100 },
  );
});
