import fc from 'fast-check';

const line = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.constantFrom(
    '\u0000\u0007',
    '"\\"\\',
    '[PARTIAL] 1 of 2 B shown',
    '2026-11-30T00:00:00Z INFO served',
    '\u001b[31mred\u001b[0m',
    '1%\r2%\r3%',
    '$&',
    '\ufeff',
  ),
);
const text = fc
  .tuple(fc.array(line, { maxLength: 12, size: 'max' }), fc.integer({ min: 1, max: 60 }), fc.boolean())
  .map(([lines, times, ends]) => Buffer.from(Array(times).fill(lines.join('\n')).join('\n') + (ends ? '\n' : '')));
const bytes = fc.uint8Array({ maxLength: 6_000 }).map((array) => Buffer.from(array));

/** What a command may print on one stream: lines of every sort over and over, or any bytes. */
export const anyStream: fc.Arbitrary<Buffer> = fc.oneof(
  { weight: 4, arbitrary: text },
  { weight: 1, arbitrary: bytes },
);

/** The smallest budget in which two streams pass together as they are. */
export function bothBytes(stdout: Buffer, stderr: Buffer): number {
  return Buffer.byteLength(JSON.stringify([stdout.toString(), stderr.toString()]));
}
