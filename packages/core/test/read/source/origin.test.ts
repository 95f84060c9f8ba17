import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bound } from '../../../src/bound/bound.ts';
import type { Origin } from '../../../src/bound/result.ts';
import { readOrigin } from '../../../src/read/source/origin.ts';
import { createFsStore } from '../../../src/store/fs.ts';
import { createBoundary } from '../../bound/support/create-boundary.ts';

const text = `${'line "é" \ud83d \\ \u0007 😀\n'.repeat(20_000)}end`;
const literal = JSON.stringify(text);
const result = Buffer.from(`{"text":${literal},"again":${literal}}`);
const parts = ['{"text":', { stored: 'escaped' }, ',"again":', { stored: 'escaped' }, '}'] as const;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'spillway-origin-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Bounds the text with an origin, opens what was stored with another store object, and reads its origin. */
async function readBack(origin: Origin, budget: { captureBytes?: number } = {}) {
  const directory = mkdtempSync(join(folder, 'store-'));
  const boundary = createBoundary(
    { maxResultBytes: 2_048, ...budget },
    createFsStore({ directory, durability: 'none' }),
  );
  const { handle } = await bound(boundary, text, { toolName: 'tool', origin });
  const store = createFsStore({ directory });
  const stored = await store.open('test', handle?.id ?? '');
  const pieces: Uint8Array[] = [];
  const pieceStream = readOrigin(store, stored);
  for await (const piece of pieceStream ?? []) pieces.push(piece);
  await stored.close();
  const { handles } = await store.list('test');
  return {
    bytes: pieceStream === undefined ? undefined : Buffer.concat(pieces),
    longestPiece: Math.max(0, ...pieces.map((piece) => piece.length)),
    storedCount: handles.length,
    provenance: stored.handle.provenance[0],
  };
}

describe('readOrigin', () => {
  it('puts an origin together again from its parts, piece by piece', async () => {
    const { bytes, longestPiece, storedCount, provenance } = await readBack({ bytes: result, toParts: () => parts });
    expect(bytes?.equals(result)).toBe(true);
    expect(longestPiece).toBeLessThan(result.length / 2);
    expect(storedCount).toBe(1);
    expect(provenance?.originParts).toEqual(parts);
  });

  it('puts raw parts and escaped ones together', async () => {
    const toParts = () => ['[', { stored: 'escaped' }, ',', { stored: 'raw' }, ']'] as const;
    const { bytes } = await readBack({ bytes: result, toParts });
    const half = Buffer.from([0xed, 0xa0, 0xbd]);
    const raw = text
      .split('\ud83d \\')
      .flatMap((part, index) => [...(index === 0 ? [] : [half, Buffer.from(' \\')]), Buffer.from(part)]);
    expect(bytes?.equals(Buffer.concat([Buffer.from(`[${literal},`), ...raw, Buffer.from(']')]))).toBe(true);
  });

  it('reads one that is stored under a handle of its own, as every store before parts has it', async () => {
    const { bytes, storedCount, provenance } = await readBack({ bytes: result });
    expect(bytes?.equals(result)).toBe(true);
    expect(storedCount).toBe(2);
    expect(provenance?.originParts).toBeUndefined();
  });

  // Fails when parts are kept without regard to what of the result is stored.
  it('keeps all of an origin whose text was cut by the capture ceiling', async () => {
    const { bytes, provenance } = await readBack({ bytes: result, toParts: () => parts }, { captureBytes: 100_000 });
    expect(bytes?.equals(result)).toBe(true);
    expect(provenance?.originParts).toBeUndefined();
    expect(provenance?.originId).toMatch(/^r_/);
  });

  it('has nothing to read where no origin was kept', async () => {
    expect((await readBack({ bytes: result, toParts: () => undefined })).bytes?.equals(result)).toBe(true);
    const boundary = createBoundary({ maxResultBytes: 2_048 });
    const { handle } = await bound(boundary, text, { toolName: 'tool' });
    const stored = await boundary.store.open('test', handle?.id ?? '');
    expect(readOrigin(boundary.store, stored)).toBeUndefined();
    await stored.close();
  });
});
