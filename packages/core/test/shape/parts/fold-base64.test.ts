import { describe, expect, it } from 'vitest';
import { foldBase64 } from '../../../src/shape/parts/fold-base64.ts';

const noise = Buffer.from(Array.from({ length: 3_000 }, (_, at) => (at * 131 + (at >> 3)) % 256));
const wrap = (bytes: Uint8Array, width: number) =>
  Buffer.from(bytes)
    .toString('base64')
    .match(new RegExp(`.{1,${width}}`, 'gu')) ?? [];
const kept = (texts: readonly string[]) => texts.map((text, at) => ({ line: at + 1, text }));
const texts = (lines: readonly string[]) => foldBase64(kept(lines)).map(({ line, text }) => `${line}| ${text}`);

describe('foldBase64', () => {
  it('names what `base64 image.png` prints', () => {
    const png = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), noise]);
    expect(texts(['$ base64 image.png', ...wrap(png, 76), '$ done'])).toEqual([
      '1| $ base64 image.png',
      '2| <base64 of image/png, from here on>',
      '55| $ done',
    ]);
  });

  it('names the body of a certificate', () => {
    const body = wrap(noise.subarray(0, 700), 64);
    expect(texts(['-----BEGIN CERTIFICATE-----', ...body, '-----END CERTIFICATE-----'])).toEqual([
      '1| -----BEGIN CERTIFICATE-----',
      '2| <base64, from here on>',
      '17| -----END CERTIFICATE-----',
    ]);
  });

  it.each([
    ['two lines', wrap(noise.subarray(0, 100), 76)],
    ['hexadecimal', Array.from({ length: 9 }, (_, at) => `${at}123456789abcdef`.repeat(4))],
    [
      'words without spaces',
      Array.from({ length: 9 }, () => 'thequickbrownfoxjumpsoverthelazydogandnobodymindsthatitdoessoagain'),
    ],
  ])('leaves %s', (_, lines) => {
    expect(foldBase64(kept(lines))).toEqual(kept(lines));
  });
});
