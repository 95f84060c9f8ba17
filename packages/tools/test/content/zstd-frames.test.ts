import type { ByteSource } from '@spillway/core';
import { describe, expect, it } from 'vitest';
import { hasWholeFrames } from '../../src/content/zstd-frames.ts';

const sourceOf = (bytes: Uint8Array): ByteSource => ({
  byteLength: bytes.length,
  read: async (offset, byteLength) => bytes.slice(offset, offset + byteLength),
  close: async () => undefined,
});
const hex = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text.replaceAll(' ', ''), 'hex'));

/** Written by hand from RFC 8878: magic, descriptor, window, blocks, checksum. */
const raw = '28b52ffd 00 58 190000 616263';
const checked = '28b52ffd 04 58 180000 616263 19 0000 616263 01020304';
const single = '28b52ffd 20 03 190000 616263';
const runLength = '28b52ffd 60 0100 43 1f00 61';
const skippable = '502a4d18 03000000 ffffff';

describe('frames of zstd', () => {
  it.each([
    ['a raw block', raw],
    ['two blocks and a checksum', checked],
    ['one segment with its size', single],
    ['a run of one byte', runLength],
    ['several frames, and one to be skipped', raw + skippable + single],
    ['nothing at all', ''],
  ])('end with their source: %s', async (_, text) => {
    expect(await hasWholeFrames(sourceOf(hex(text)))).toBe(true);
  });

  // Fails when the end of the last block is taken for the end of a frame with a checksum.
  it.each([
    ['raw', raw],
    ['checked', checked],
    ['single', single],
    ['run length', runLength],
    ['skippable', raw + skippable],
  ])('do not end where they were cut: %s', async (_, text) => {
    const bytes = hex(text);
    const firstFrame = hex(text === raw + skippable ? raw : '').length;
    for (let length = 1; length < bytes.length; length++) {
      if (length === firstFrame) continue;
      expect([length, await hasWholeFrames(sourceOf(bytes.subarray(0, length)))]).toEqual([length, false]);
    }
    expect(await hasWholeFrames(sourceOf(Uint8Array.from([...bytes, 0, 0, 0, 0, 0, 0])))).toBe(false);
  });
});
