import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { KeyRange } from '../../src/guard/key-range.ts';
import { createKeyScanner } from '../../src/guard/key-scanner.ts';
import { scanKeys } from '../../src/guard/scan.ts';
import { base64Of, bodyLines, keyObjects, madePem, pems } from '../guard/support/keys.ts';
import { maskAll } from '../guard/support/mask-all.ts';

const jwk = JSON.stringify(keyObjects.rsa.export({ format: 'jwk' }));
const texts = [
  'an ordinary line\n',
  '-----END PRIVATE KEY-----\n',
  '-----BEGIN PRIVATE KEY-----\n',
  '-----BEGIN PRIVATE KEY-----',
  '{"kty":"EC","d":"',
  '"kty":',
  '\\n',
  '\r\n',
  '    ',
  '12: ',
  'Private-Lines: 4\n',
  'AGE-SECRET-KEY-1QL3Z7HJY54PW3HYWW5AYYFG7ZQGVC7W3J2ELW8ZM',
  'LS0tLS1CRUdJTiBQUklWQVRFIEtFWS0tLS0tCk1J',
  `${base64Of('line', 64)}\n`,
  base64Of('long', 9_000),
  Buffer.from(pems['Ed25519, PKCS #8'] as string).toString('base64'),
  `{"text":${JSON.stringify(pems['EC, SEC 1'])}}\n`,
  jwk,
  JSON.stringify({ jwk }),
  madePem('CERTIFICATE', 400),
  ...Object.values(pems),
];

const anyText = fc.array(fc.oneof(fc.constantFrom(...texts), fc.string({ maxLength: 40 })), { maxLength: 8 });
const anyContent = fc
  .tuple(anyText, fc.constantFrom('utf8' as const, 'utf8' as const, 'utf16le' as const), fc.nat(2))
  .map(([parts, encoding, odd]) => Buffer.concat([Buffer.alloc(odd, 0x61), Buffer.from(parts.join(''), encoding)]));

function scanInChunks(bytes: Uint8Array, cuts: readonly number[]): KeyRange[] {
  const scanner = createKeyScanner();
  const ranges: KeyRange[] = [];
  let from = 0;
  for (const cut of [...cuts].sort((a, b) => a - b)) {
    ranges.push(...scanner.write(bytes.subarray(from, cut)));
    from = Math.max(from, cut);
  }
  ranges.push(...scanner.write(bytes.subarray(from)), ...scanner.end());
  return ranges;
}

describe('no key leaves: the scanner', () => {
  // Fails when a needle is searched for only in the newest chunk, or a segment is judged before its end has come.
  it('finds the same runs however the bytes are cut into chunks', () => {
    let withKeys = 0;
    fc.assert(
      fc.property(anyContent, fc.array(fc.nat(), { maxLength: 12 }), (bytes, cuts) => {
        const whole = scanKeys(bytes);
        if (whole.length > 0) withKeys++;
        expect(
          scanInChunks(
            bytes,
            cuts.map((cut) => cut % (bytes.length + 1)),
          ),
        ).toEqual(whole);
        for (const [index, range] of whole.entries()) {
          expect(range.end).toBeGreaterThan(range.start);
          expect(range.start).toBeGreaterThanOrEqual(whole[index - 1]?.end ?? 0);
        }
      }),
      { numRuns: 1_000 },
    );
    expect(withKeys).toBeGreaterThan(333);
  });

  it('finds the same runs byte by byte', () => {
    for (const text of texts) {
      const bytes = Buffer.from(`before\n${text}after\n`);
      const scanner = createKeyScanner();
      const ranges: KeyRange[] = [];
      for (let at = 0; at < bytes.length; at++) ranges.push(...scanner.write(bytes.subarray(at, at + 1)));
      expect([...ranges, ...scanner.end()]).toEqual(scanKeys(bytes));
    }
  });

  // Fails when a body ends at its first line that is shorter than the one before, or at a line that has a prefix.
  it('leaves no line of a key and takes no other, whatever stands around it', () => {
    const ordinary = fc.constantFrom('a line of text', 'at run (main.ts:17:3)', '', '{ "a": 1 }', 'total 17', '<p>');
    const prefix = fc.constantFrom('', '  ', '\t', '> ', '12: ', 'a/b.pem:9:', '[2026-11-30T01:02:03Z] INFO ', '| ');
    const label = fc.constantFrom('PRIVATE KEY', 'RSA PRIVATE KEY', 'ENCRYPTED PRIVATE KEY', 'OPENSSH PRIVATE KEY');
    fc.assert(
      fc.property(
        fc.array(ordinary, { maxLength: 5 }),
        fc.array(ordinary, { maxLength: 5 }),
        prefix,
        label,
        fc.integer({ min: 16, max: 1_500 }).map((groups) => groups * 4),
        fc.constantFrom('\n', '\r\n'),
        (before, after, start, name, size, lineEnd) => {
          const pem = madePem(name, size, `${size}`);
          const body = new Set(bodyLines(pem));
          const all = [...before, ...pem.trimEnd().split('\n'), ...after];
          const masked = maskAll(all.map((line) => start + line).join(lineEnd))
            .toString()
            .split(lineEnd);
          expect(masked).toHaveLength(all.length);
          for (const [index, line] of all.entries()) {
            if (body.has(line))
              expect(masked[index]?.slice(start.length)).toMatch(/^\[key withheld\] *$|^\[[key withld]{0,13} *$/u);
            else expect(masked[index]).toBe(start + line);
          }
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
