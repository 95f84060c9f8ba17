import { describe, expect, it } from 'vitest';
import type { ByteSource } from '../../src/bytes/byte-source.ts';
import { countWithheldIn, maskRanges, rangesWithin } from '../../src/guard/mask.ts';
import { scanKeys } from '../../src/guard/scan.ts';
import { withheldInWindow } from '../../src/guard/withheld-in-window.ts';
import { base64Of, madePem } from './support/keys.ts';

const pageBytes = 1_024;
const lookBackBytes = 131_072;

async function scanOf(source: ByteSource, start: number, end: number, steps?: readonly number[]): Promise<object> {
  const { ranges, isDecided } = await withheldInWindow(source, start, end, steps);
  return { ranges, isDecided };
}

/** A file of which all that is read is counted. */
function sourceOf(bytes: Buffer): ByteSource & { readBytes: number } {
  return {
    byteLength: bytes.length,
    readBytes: 0,
    async read(offset, byteLength) {
      this.readBytes += byteLength;
      return bytes.subarray(offset, offset + byteLength);
    },
    async close() {},
  };
}

const indent = (text: string): string => text.replace(/^(?=.)/gmu, '      ');
const ordinary = (count: number): string =>
  Array.from(
    { length: count },
    (_, line) => `2026-11-30T03:39:${10 + (line % 50)}Z INFO served request id=${line}\n`,
  ).join('');

describe('withheldInWindow', () => {
  const before = ordinary(60);
  const after = ordinary(60);

  for (const [form, write] of [
    ['plain', (pem: string) => pem],
    ['indented', indent],
  ] as const) {
    it.each([1_600, 40_000, 57_000, 187_000])(
      `BC-095 finds what a scan of the whole finds, ${form}, %d bytes, wherever a page begins`,
      async (size) => {
        const content = Buffer.from(before + write(madePem('PRIVATE KEY', size)) + after);
        const all = scanKeys(content);
        const source = sourceOf(content);
        const begin = before.length;
        const end = content.length - after.length;
        const edges = [begin, begin + 64, end - 130, end, begin + lookBackBytes, end + lookBackBytes - after.length];
        const starts = new Set(
          edges.flatMap((edge) => Array.from({ length: 21 }, (_, step) => edge - 140 + step * 13)),
        );
        for (const start of starts) {
          if (start < 0 || start >= content.length) continue;
          const found = await scanOf(source, start, start + pageBytes);
          expect(found).toEqual({ ranges: rangesWithin(all, start, start + pageBytes), isDecided: true });
        }
      },
    );
  }

  it('is undecided only where all of the look-back is lines of a body and the start is not reached', async () => {
    const pem = madePem('PRIVATE KEY', 187_000);
    const content = Buffer.from(before + pem + after);
    const source = sourceOf(content);
    const ask = async (start: number) =>
      (await withheldInWindow(source, start, start + pageBytes, [lookBackBytes])).isDecided;
    const begin = before.length;
    for (let step = -200; step <= 200; step += 25) {
      // The look-back reaches the armor line, of 28 bytes, up to here.
      const start = begin + lookBackBytes + step;
      if (step <= 0) expect(await ask(start)).toBe(true);
      if (step > 130) expect(await ask(start)).toBe(false);
    }
    const end = begin + pem.length;
    expect(await ask(end - 100)).toBe(false);
    expect(await ask(end)).toBe(true);
    expect(await ask(end + 500)).toBe(true);
  });

  it('serves a deep page of an ordinary log, and reads only the look-back for it', async () => {
    const content = Buffer.from(ordinary(40_000));
    const source = sourceOf(content);
    for (let start = 1_500_000; start < 1_501_000; start += 37) {
      source.readBytes = 0;
      expect(await scanOf(source, start, start + pageBytes)).toEqual({ ranges: [], isDecided: true });
      expect(source.readBytes).toBeLessThan(lookBackBytes + pageBytes + 70_000);
    }
  });

  it('decides for one run of base64 without an end, and not for a megabyte of its lines', async () => {
    const run = base64Of('run', 1_400_000);
    const one = sourceOf(Buffer.from(`{"image":"${run}"}`));
    expect(await scanOf(one, 1_300_000, 1_301_024)).toEqual({ ranges: [], isDecided: true });
    const wrapped = sourceOf(Buffer.from((run.match(/.{1,76}/gu) as string[]).join('\n')));
    expect((await withheldInWindow(wrapped, 1_300_000, 1_301_024)).isDecided).toBe(false);
    expect((await withheldInWindow(wrapped, 900_000, 901_024)).isDecided).toBe(true);
  });

  it.each([
    ['rows of JSON with long values', (text: string) => JSON.stringify({ id: 7, v: text.repeat(4) })],
    ['hexadecimal digests', (text: string) => `${Buffer.from(text).toString('hex').slice(0, 64)}  ./a/file`],
    ['words', (text: string) => text.replaceAll(/[^a-z]/gu, '')],
  ])('decides for %s', async (_, write) => {
    const lines = base64Of('lines', 400_000).match(/.{1,76}/gu) as string[];
    const source = sourceOf(Buffer.from(`${lines.map(write).join('\n')}\n`));
    const start = source.byteLength - 20_000;
    expect(await scanOf(source, start, start + pageBytes, [lookBackBytes])).toEqual({
      ranges: [],
      isDecided: true,
    });
  });

  it('masks a key of which the page holds no armor', async () => {
    const content = Buffer.from(madePem('EC PRIVATE KEY', 4_000) + after);
    const start = 1_000;
    const { ranges } = await withheldInWindow(sourceOf(content), start, start + pageBytes);
    const page = Buffer.from(content.subarray(start, start + pageBytes));
    maskRanges(page, start, ranges);
    expect(page.toString().replaceAll(/\[key withheld\]|\s/gu, '')).toBe('');
    expect(countWithheldIn(ranges, start, start + pageBytes)).toBe(1_024 - 16);
  });
});
