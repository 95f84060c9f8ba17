import { describe, expect, it } from 'vitest';
import { createPace } from '../../../src/read/pace.ts';
import { createKnownLines, type KnownLines } from '../../../src/read/source/known-lines.ts';
import { createMemorySource } from '../../../src/read/source/memory-source.ts';

const maxEntries = 8;

/** Lines of very different lengths, 24 MB in all. */
const lengths = Array.from({ length: 60_000 }, (_, at) => (at % 20_000 === 999 ? 3_000_000 : (at * 7919) % 500));
const bytes = new Uint8Array(lengths.reduce((sum, length) => sum + length + 1, 0)).fill(0x61);
const starts: number[] = [0];
for (const length of lengths) {
  const next = (starts.at(-1) as number) + length + 1;
  bytes[next - 1] = 0x0a;
  starts.push(next);
}

/** The distance from each line start before `end` to the last entry at or before it. */
function farthest(lines: KnownLines, end: number): number {
  const known = [{ line: 1, offset: 0 }, ...lines.entries];
  let at = 0;
  let most = 0;
  for (const start of starts) {
    if (start >= end) break;
    while ((known[at + 1]?.offset ?? Number.POSITIVE_INFINITY) <= start) at++;
    most = Math.max(most, start - (known[at]?.offset ?? 0));
  }
  return most;
}

describe('what is known of the lines of a file', () => {
  // Fails when entries are left out without the stride growing: a line would be looked for in too short a stretch.
  it('stays within its bound, and says how far from an entry a line may start', async () => {
    const lines = createKnownLines('utf-8', maxEntries);
    const strides = new Set<number>();
    for (const end of [1_000_000, 5_000_000, 12_000_000, bytes.length]) {
      await lines.scan(createMemorySource(bytes), { offset: end }, createPace());
      expect(lines.entries.length).toBeLessThanOrEqual(maxEntries);
      for (const { line, offset } of lines.entries) expect([line, starts[line - 1]]).toEqual([line, offset]);
      expect(farthest(lines, lines.scannedBytes)).toBeLessThan(lines.strideBytes);
      strides.add(lines.strideBytes);
    }
    expect(strides.size).toBeGreaterThan(2);
    expect([lines.scannedBytes, lines.lineCount]).toEqual([bytes.length, lengths.length]);
  });

  it('is scanned no further than the goal asks, one scan after the other', async () => {
    const lines = createKnownLines('utf-8');
    const source = createMemorySource(bytes);
    const scans = [10_000, 20_000, 5].map((line) => lines.scan(source, { line }, createPace()));
    await Promise.all(scans);
    expect(lines.entries.at(-1)?.line).toBeGreaterThanOrEqual(20_000);
    expect(lines.scannedBytes).toBeLessThan(bytes.length / 2);
  });
});
