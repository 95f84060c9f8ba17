import { describe, expect, it } from 'vitest';
import { nameBase64 } from '../../../src/shape/parts/base64.ts';

const png = `iVBORw0KGgoAAAANSUhEUgAAAoAAAAHg${'Ab3/'.repeat(100)}`;
const bytes = Buffer.from(Array.from({ length: 300 }, (_, at) => (at * 97 + 13) % 256)).toString('base64');

describe('nameBase64', () => {
  it.each([
    ['a PNG', `{"image":"${png}"}`, '{"image":"<base64 of image/png, 324 bytes>"}'],
    [
      'a data URI, by its own word',
      `src="data:image/svg+xml;charset=utf-8;base64,${bytes}"`,
      'src="<base64 of image/svg+xml, 300 bytes>"',
    ],
    ['bytes of no known kind', `key ${bytes}.`, 'key <base64, 300 bytes>.'],
    ['padding', `${bytes.slice(0, 398)}==`, '<base64, 298 bytes>'],
    ['slashes that JSON escapes', png.replaceAll('/', '\\/'), '<base64 of image/png, 324 bytes>'],
    ['line breaks inside JSON', `"${bytes.slice(0, 76)}\\n${bytes.slice(76)}"`, '"<base64, 300 bytes>"'],
    ['the URL alphabet', bytes.replaceAll('+', '-').replaceAll('/', '_'), '<base64, 300 bytes>'],
  ])('names %s', (_, text, named) => {
    expect(nameBase64(text)).toBe(named);
  });

  it.each([
    ['100 characters', bytes.slice(0, 100)],
    ['hexadecimal', '0123456789abcdef'.repeat(20)],
    ['one character', 'x'.repeat(5_000)],
    ['a long word', 'pneumonoultramicroscopicsilicovolcanoconiosis'.repeat(5)],
    ['a path', '/usr/lib/node_modules/typescript/lib'.repeat(5)],
    ['words', 'lorem ipsum dolor sit amet '.repeat(20)],
  ])('leaves %s', (_, text) => {
    expect(nameBase64(text)).toBe(text);
  });

  it('says that the size is a lower bound where the text was cut', () => {
    expect(nameBase64(`"${png}`, true)).toBe('"<base64 of image/png, over 324 bytes>');
    expect(nameBase64(`"${png}"`, true)).toBe('"<base64 of image/png, 324 bytes>"');
  });

  it('keeps at most 100 characters of any base64 in what it returns', () => {
    const text = nameBase64(`a ${bytes} b ${png} c data:;base64,${bytes}`);
    expect(text.match(/[A-Za-z0-9+/=]{101,}/u)).toBeNull();
  });
});
