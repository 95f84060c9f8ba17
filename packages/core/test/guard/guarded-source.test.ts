import { describe, expect, it } from 'vitest';
import type { ByteSource } from '../../src/bytes/byte-source.ts';
import { createGuardedSource } from '../../src/guard/guarded-source.ts';
import { bodyLines, madePem, maskedPem } from './support/keys.ts';
import { maskAll } from './support/mask-all.ts';

const filler = (bytes: number): string =>
  'an ordinary line of a log, with nothing in it\n'.repeat(Math.ceil(bytes / 46));

function sourceOf(text: string): ByteSource {
  const bytes = Buffer.from(text);
  return {
    byteLength: bytes.length,
    read: async (offset, byteLength) => new Uint8Array(bytes.subarray(offset, offset + byteLength)),
    close: async () => {},
  };
}

const pem = madePem('RSA PRIVATE KEY', 187_000);
const small = `${filler(10_000)}${pem}${filler(10_000)}`;
const large = `${filler(3_000_000)}${pem}${filler(2_000_000)}${madePem('PRIVATE KEY', 1_600)}${filler(500_000)}`;

describe('createGuardedSource', () => {
  it.each([
    ['small', small],
    ['large', large],
  ])('gives the same bytes masked, however a %s source is read', async (_, text) => {
    const whole = maskAll(text).toString();
    for (const step of [1_000_000, 262_144, 65_537, 20_000]) {
      const source = createGuardedSource(sourceOf(text), 'redact');
      let read = '';
      for (let at = 0; at < text.length; at += step) read += Buffer.from(await source.read(at, step));
      expect(read === whole).toBe(true);
    }
    const source = createGuardedSource(sourceOf(text), 'redact');
    for (let turn = 0; turn < 60; turn++) {
      const at = (turn * 7_919_777) % text.length;
      const length = [1, 4, 3_000, 65_536, 1_000_000][turn % 5] as number;
      const bytes = Buffer.from(await source.read(at, length)).toString();
      expect(bytes === whole.slice(at, at + length)).toBe(true);
    }
  });

  it('gives the same bytes masked to reads that do not wait for each other', async () => {
    const source = createGuardedSource(sourceOf(large), 'redact');
    const reads = Array.from({ length: 30 }, (_, index) => source.read(index * 200_000, 200_000));
    const read = Buffer.concat(await Promise.all(reads)).toString();
    expect(read === maskAll(large).toString()).toBe(true);
  });

  it('counts what is withheld of a part', async () => {
    const source = createGuardedSource(sourceOf(`before\n${madePem('EC PRIVATE KEY', 228)}after\n`), 'redact');
    expect(await source.withheldIn(0, source.byteLength)).toBe(228);
    expect(await source.withheldIn(0, 40)).toBe(2);
    expect(await source.withheldIn(0, 7)).toBe(0);
  });

  it('refuses a part with a key where that is the policy, and serves the others', async () => {
    const source = createGuardedSource(sourceOf(small), 'refuse');
    await expect(source.read(9_000, 3_000)).rejects.toMatchObject({ code: 'key-refused' });
    expect(Buffer.from(await source.read(0, 9_000)).toString()).toBe(small.slice(0, 9_000));
  });

  it('fails closed where all that it may look at is lines of a body, and says what to do', async () => {
    const lines = bodyLines(madePem('PRIVATE KEY', 5_000_000)).join('\n');
    const source = createGuardedSource(sourceOf(`${lines}\n${filler(10_000)}`), 'redact');
    await expect(source.read(3_000_000, 1_000)).rejects.toMatchObject({
      code: 'key-undecided',
      facts: { offset: 3_000_000 },
    });
    const error = await source.read(3_000_000, 1_000).catch((reason) => reason);
    expect(error.toModelText()).toContain('store the file first');
    const end = source.byteLength;
    expect(Buffer.from(await source.read(end - 1_000, 1_000)).toString()).toBe(filler(1_000).slice(-1_000));
  });

  it('serves the line after a key at the end of a page', async () => {
    const source = createGuardedSource(sourceOf(`${pem}after\n`), 'redact');
    const offset = pem.length - 200;
    expect(Buffer.from(await source.read(offset, 1_024)).toString()).toBe(`${maskedPem(pem).slice(offset)}after\n`);
  });
});
