import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeBase64 } from '../../src/bytes/base64.ts';

describe('base64', () => {
  it.each([
    ['', ''],
    ['TQ', 'M'],
    ['TWE', 'Ma'],
    ['TWFu', 'Man'],
    ['TWFuTQ', 'ManM'],
  ])('%j is %j', (chars, text) => {
    expect(new TextDecoder().decode(decodeBase64(chars))).toBe(text);
  });

  it('may be of either alphabet', () => {
    expect([...decodeBase64('+/+/')]).toEqual([0xfb, 0xff, 0xbf]);
    expect([...decodeBase64('-_-_')]).toEqual([0xfb, 0xff, 0xbf]);
  });

  it('leaves out the bits behind the last whole byte', () => {
    expect([...decodeBase64('TWFuT')]).toEqual([0x4d, 0x61, 0x6e]);
  });

  // Fails when the last group is read only where it is whole.
  it('is decoded as it was encoded', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), fc.boolean(), (bytes, isForUrls) => {
        const chars = Buffer.from(bytes)
          .toString(isForUrls ? 'base64url' : 'base64')
          .replace(/=+$/, '');
        expect([...decodeBase64(chars)]).toEqual([...bytes]);
      }),
      { numRuns: 1000 },
    );
  });
});
