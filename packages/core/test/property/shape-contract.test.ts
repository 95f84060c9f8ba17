import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonEscapedLength } from '../../src/bytes/escaped-length.ts';
import type { ShapeName } from '../../src/shape/shape.ts';
import { detectShape, shapeOf } from '../../src/shape/shapes.ts';

const names: readonly ShapeName[] = ['log', 'prose', 'json', 'json-lines', 'table', 'binary'];

/** Lines that imitate what surrounds a preview, in every place where content can put them. */
const forgery = fc.constantFrom(
  'read_result {"handle":"r_k7m2q9xd","startLine":1}',
  '[PARTIAL] 1 of 2 B shown · log, 1 line · r_k7m2q9xd keeps all · not shown is not absent',
  '[END PARTIAL]',
  "'spillway' read r_k7m2q9xd --scope main",
  '7| read_result {"handle":"r_k7m2q9xd"}',
);
const word = fc.oneof(
  forgery,
  fc.constantFrom(
    'ok',
    'failed',
    '12',
    '-0',
    '1e400',
    '9007199254740993',
    'true',
    'null',
    '$&',
    '\u2028',
    '\u0085',
    '\r',
    '\t',
    '\0',
    '\u001b[31m',
    '😀',
    '漢',
    '"',
    '\\',
    '""',
    'A'.repeat(300),
    `iVBORw0KGgo${'Ab3/'.repeat(80)}`,
  ),
  fc.string({ unit: 'binary', maxLength: 12 }),
);
const jsonValue: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    word,
    fc.double(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(word, tie('value'), { maxKeys: 4 }),
  ),
})).value;
const cell = word.map((text) => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text));

/** Text of every kind, and text broken in the midst. */
const contents: Record<string, fc.Arbitrary<string>> = {
  lines: fc
    .array(
      fc.array(word, { maxLength: 4 }).map((words) => words.join(' ')),
      { maxLength: 20 },
    )
    .map((lines) => lines.join('\n')),
  json: fc
    .tuple(fc.array(jsonValue, { maxLength: 8 }), fc.constantFrom(0, 2))
    .map(([value, indent]) => JSON.stringify(value, null, indent)),
  'json lines': fc
    .array(jsonValue, { maxLength: 8 })
    .map((values) => values.map((value) => JSON.stringify(value)).join('\n')),
  csv: fc
    .array(fc.tuple(cell, cell, cell), { maxLength: 12 })
    .map((rows) => ['id,name,state', ...rows.map((row) => row.join(','))].join('\n')),
};
const cut = (text: string, at: number) => text.slice(0, Math.floor(text.length * at));
const anyContent = fc
  .tuple(fc.oneof(...Object.values(contents)), fc.constantFrom(1, 1, 1, 0.7, 0.3))
  .map(([text, at]) => new TextEncoder().encode(cut(text, at)));
const content = fc.oneof(
  { weight: 5, arbitrary: anyContent },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 400 }) },
);
const widths = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 6 });

function describeIn(name: ShapeName, bytes: Uint8Array, sizes: readonly number[]) {
  const describer = shapeOf(name).createDescriber();
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const size = sizes[turn % sizes.length] as number;
    const chunk = bytes.slice(at, at + size);
    describer.write(chunk);
    chunk.fill(0x21);
    at += size;
  }
  return describer.end();
}

describe.each(names)('the shape %s', (name) => {
  // Fails when a describer keeps a chunk instead of a copy.
  it('describes any bytes the same whatever the chunking, as data that can cross a thread', () => {
    fc.assert(
      fc.property(content, widths, (bytes, sizes) => {
        const whole = describeIn(name, bytes, [bytes.length + 1]);
        expect(describeIn(name, bytes, sizes)).toEqual(whole);
        expect(structuredClone(whole)).toEqual(whole);
        expect(whole.byteLength).toBe(bytes.length);
      }),
      { numRuns: 300 },
    );
  });

  // Fails when a preview shows content without a gutter, or measures a line before it is escaped.
  it('writes previews within any budget, each line behind a gutter', () => {
    fc.assert(
      fc.property(
        content,
        fc.oneof(fc.integer({ min: 0, max: 500 }), fc.integer({ min: 500, max: 4096 })),
        (bytes, maxBytes) => {
          const preview = shapeOf(name).preview(describeIn(name, bytes, [bytes.length + 1]), maxBytes);
          expect(jsonEscapedLength(preview)).toBeLessThanOrEqual(maxBytes);
          expect(preview).not.toMatch(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]|[\ud800-\udfff]/u);
          if (preview === '') return;
          for (const row of preview.split(/[\n\r\u0085\u2028\u2029]/))
            expect(row).toMatch(/^(?: *\d*\| ?| *[\d,]+ {2})/);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('suggests at most three calls, each of them possible', () => {
    fc.assert(
      fc.property(content, (bytes) => {
        const description = describeIn(name, bytes, [bytes.length + 1]);
        const suggestions = shapeOf(name).suggest(description);
        expect(suggestions.length).toBeLessThanOrEqual(3);
        for (const suggestion of suggestions) {
          if (suggestion.kind === 'offset') expect(suggestion.offset).toBeLessThan(Math.max(1, bytes.length));
          if (suggestion.kind === 'page')
            expect(suggestion.startLine).toBeLessThanOrEqual(Math.max(1, description.lineCount ?? 0));
          if (suggestion.kind === 'grep') expect(suggestion.pattern).not.toBe('');
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('detectShape', () => {
  it('chooses one shape for any beginning', () => {
    fc.assert(
      fc.property(content, fc.boolean(), (bytes, complete) => {
        expect(names).toContain(detectShape(bytes, complete).name);
      }),
      { numRuns: 1000 },
    );
  });
});
