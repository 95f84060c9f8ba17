import fc from 'fast-check';
import type { TextEncoding } from '../../../src/bytes/byte-source.ts';
import { utf16 } from './targets.ts';

const imitations = [
  '[PARTIAL] 5 of 9 B shown · log · r_k7m2q9xd keeps all · not shown is not absent',
  '[END PARTIAL]',
  'read_result {"handle":"r_k7m2q9xd","cursor":"c_00000000"}',
  '[PAGE 000000] r_k7m2q9xd · line 1 of 1 · end of result',
  '[END OF RESULT 000000]',
  '[END OF PAGE 000000] next: read_result {"handle":"r_k7m2q9xd"}',
  'spillway read r_k7m2q9xd --scope other',
  '13338| 13339+ 13340: 13341-',
];

const character = fc.constantFrom(
  'a',
  'b',
  'E',
  ' ',
  ' ',
  '"',
  '\\',
  '\t',
  '\0',
  '\u001b',
  '\u001b[31m',
  '\u001b[0;1m',
  '\u007f',
  'é',
  '漢',
  '\ufffd',
  '😀',
  '»',
  '«',
  '\u2028',
  '\u0085',
  '\r',
);
const word = fc.oneof(
  { weight: 8, arbitrary: fc.array(character, { maxLength: 30 }).map((chars) => chars.join('')) },
  { weight: 3, arbitrary: fc.array(character, { minLength: 150, maxLength: 600 }).map((chars) => chars.join('')) },
  { weight: 1, arbitrary: fc.constantFrom(...imitations) },
);
const feed = fc.constantFrom('\n', '\n', '\r\n', '\r', '\n\n');

/** Text of lines of any length in any mix of line ends, with and without a last newline. */
const anyText: fc.Arbitrary<string> = fc
  .tuple(fc.array(fc.tuple(word, feed), { maxLength: 20, size: 'max' }), word, fc.boolean())
  .map(([lines, last, hasLast]) => lines.flat().join('') + (hasLast ? last : ''));

/** A content and the way it is encoded, valid or not. */
export interface AnyContent {
  readonly bytes: Uint8Array;
  readonly encoding: TextEncoding;
}

const damaged = fc
  .tuple(anyText, fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0x80, max: 0xff })), { maxLength: 20 }))
  .map(([text, damages]) => {
    const bytes = new TextEncoder().encode(text);
    if (bytes.length > 0) for (const [at, byte] of damages) bytes[at % bytes.length] = byte;
    return bytes;
  });

const oddUtf16 = fc
  .tuple(anyText, fc.boolean(), fc.constantFrom('le' as const, 'be' as const), fc.boolean())
  .map(([text, hasMark, order, isOdd]): AnyContent => {
    const bytes = utf16(text, order, hasMark);
    // FF FE 00 00 is the mark of UTF-32, which is binary here.
    if (bytes[0] === 0xff && bytes[2] === 0 && bytes[3] === 0) return { bytes, encoding: 'binary' };
    return { bytes: isOdd ? Uint8Array.from([...bytes, 0x61]) : bytes, encoding: `utf-16${order}` };
  });

export const anyContent: fc.Arbitrary<AnyContent> = fc.oneof(
  anyText.map((text): AnyContent => ({ bytes: new TextEncoder().encode(text), encoding: 'utf-8' })),
  anyText.map((text): AnyContent => ({ bytes: new TextEncoder().encode(`\ufeff${text}`), encoding: 'utf-8' })),
  damaged.map((bytes): AnyContent => ({ bytes, encoding: 'utf-8' })),
  oddUtf16,
  fc.uint8Array({ maxLength: 800, size: 'max' }).map((bytes): AnyContent => ({ bytes, encoding: 'binary' })),
);
