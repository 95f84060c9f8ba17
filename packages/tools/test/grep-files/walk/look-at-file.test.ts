import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toBytePath } from '../../../src/grep-files/walk/byte-path.ts';
import { lookAtFile } from '../../../src/grep-files/walk/look-at-file.ts';

/** The first bytes of a file that are looked at, by its contract. */
const headBytes = 65_536;
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'spillway-look-'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('lookAtFile', () => {
  it.each<[what: string, lastOfHead: number[], rest: string, isPlain: boolean]>([
    ['a whole character of two bytes', [0xc3, 0xa9], 'a', true],
    ['the first byte of two', [0xc3], '\xa9a', true],
    ['the first three bytes of four', [0xf0, 0x9f, 0x98], '\x80a', true],
    ['a byte with which no character begins', [0xff], 'a', false],
    ['a byte that belongs to no character', [0x61, 0x80], 'a', false],
  ])('takes a head that ends in %s for what it is', (_, lastOfHead, rest, isPlain) => {
    const before = Buffer.alloc(headBytes - lastOfHead.length, 'a');
    writeFileSync(join(folder, 'f'), Buffer.concat([before, Buffer.from(lastOfHead), Buffer.from(rest, 'latin1')]));
    const look = lookAtFile(toBytePath(folder), 'f', { takesBinary: false, takesCompressed: false });
    expect(look).toMatchObject({ kind: 'file', file: { encoding: 'utf-8', isPlain, isLossy: !isPlain } });
  });
});
