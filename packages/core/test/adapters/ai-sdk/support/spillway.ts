import type { Settings } from '../../../../src/bound/settings.ts';
import { createSpillway, type Spillway } from '../../../../src/spillway.ts';
import { createMemoryStore } from '../../../../src/store/memory.ts';

/** Creates a Spillway that keeps results in memory. */
export function createTestSpillway(budget: Partial<Settings> = {}): Spillway {
  return createSpillway({ store: createMemoryStore(), scope: 'test', budget });
}

/** Tells how many bytes of each result are kept; a text inside is kept besides, with its result as its origin. */
export async function keptByteLengths(spillway: Spillway): Promise<number[]> {
  const { handles } = await spillway.list();
  return handles.filter(({ provenance }) => provenance[0]?.originId === undefined).map(({ byteLength }) => byteLength);
}

/** A log with one line that matters, of about `lineCount` × 60 bytes. */
export function makeLog(lineCount: number): string {
  return Array.from({ length: lineCount }, (_, index) =>
    index === Math.floor(lineCount / 2)
      ? '2026-11-30T10:00:00Z ERROR [payments] checksum mismatch, ledger shard 42'
      : `2026-11-30T10:00:00Z INFO [w${index % 8}] served request id=${100_000 + index} in ${index % 90}ms`,
  ).join('\n');
}
