import { describe, expect, it } from 'vitest';
import { countLineFeeds } from '../../src/bytes/line-feeds.ts';

describe('counting line feeds', () => {
  // Fails when a byte of the vector counter runs over: 256 rounds instead of 255, or sums in too narrow lanes.
  it('counts every byte of arrays of any length, where all, none and some are line feeds', () => {
    for (const length of [0, 1, 15, 16, 17, 4095, 4096, 4097, 4111, 65_536, 262_143, 262_144, 262_145, 600_001]) {
      expect([length, countLineFeeds(new Uint8Array(length).fill(0x0a))]).toEqual([length, length]);
      expect([length, countLineFeeds(new Uint8Array(length).fill(0x0b))]).toEqual([length, 0]);
      const some = new Uint8Array(length).map((_, at) => (at % 7 === 3 ? 0x0a : at));
      const expected = [...some].filter((byte) => byte === 0x0a).length;
      expect([length, countLineFeeds(some)]).toEqual([length, expected]);
    }
  });

  it('counts only what lies in the range, though other bytes lie beside it', () => {
    const bytes = new Uint8Array(20_000).fill(0x0a);
    for (const [start, end] of [
      [3, 9000],
      [5001, 20_000],
      [1, 2],
      [7, 4103],
    ] as const) {
      expect(countLineFeeds(bytes, start, end)).toBe(end - start);
    }
    countLineFeeds(new Uint8Array(300_000).fill(0x0a));
    expect(countLineFeeds(new Uint8Array(5001))).toBe(0);
  });
});
