import fc from 'fast-check';
import { expect, it } from 'vitest';
import { EventScanner, unescapeText } from '../../../src/grep-files/engine/ripgrep/event-scanner.ts';

interface Told {
  readonly texts: string[];
  readonly numbers: string[];
  ends: number;
}

function scan(pieces: readonly Buffer[], maxTextBytes = 1000): Told {
  const told: Told = { texts: [], numbers: [], ends: 0 };
  const scanner = new EventScanner(
    {
      onText: (owner, key, text) => told.texts.push(`${owner}.${key}=${unescapeText(text)}${text.isWhole ? '' : '…'}`),
      onNumber: (key, value) => told.numbers.push(`${key}=${value}`),
      onEnd: () => told.ends++,
    },
    maxTextBytes,
  );
  for (const piece of pieces) scanner.write(piece);
  scanner.end();
  return told;
}

const eventOf = (path: string, lines: string, start: number): string =>
  `${JSON.stringify({
    type: 'match',
    data: {
      path: { text: path },
      lines: { text: lines },
      line_number: 7,
      absolute_offset: 12,
      submatches: [{ match: { text: '"' }, start, end: start + 1 }],
    },
  })}\n`;

const told = (path: string, lines: string, start: number): Told => ({
  texts: ['.type=match', `path.text=${path}`, `lines.text=${lines}`, 'match.text="'],
  numbers: ['line_number=7', 'absolute_offset=12', `start=${start}`, `end=${start + 1}`],
  ends: 1,
});

// Fails when an escaped quote ends a string, or when backslashes are not counted across the seam of two pieces.
it('reads events whatever they hold and however they are cut', () => {
  const text = fc.string({ unit: fc.constantFrom('"', '\\', 'a', 'é', '\n', '{', '}', ':', ',', '😀'), maxLength: 12 });
  const cuts = fc.array(fc.nat(400), { maxLength: 6 });
  fc.assert(
    fc.property(text, text, fc.nat(99), cuts, (path, lines, start, places) => {
      const bytes = Buffer.from(eventOf(path, lines, start) + eventOf(lines, path, start + 1));
      const edges = [0, ...places.map((at) => at % bytes.length).sort((a, b) => a - b), bytes.length];
      const result = scan(edges.slice(1).map((end, at) => bytes.subarray(edges[at], end)));
      const [one, two] = [told(path, lines, start), told(lines, path, start + 1)];
      expect(result).toEqual({
        texts: [...one.texts, ...two.texts],
        numbers: [...one.numbers, ...two.numbers],
        ends: 2,
      });
    }),
    { numRuns: 1000 },
  );
});

it('keeps the beginning of a long text alone', () => {
  const bytes = Buffer.from(eventOf('p', 'x'.repeat(100_000), 3));
  const pieces = Array.from({ length: Math.ceil(bytes.length / 1000) }, (_, at) =>
    bytes.subarray(at * 1000, at * 1000 + 1000),
  );
  expect(scan(pieces, 32)).toEqual(told('p', `${'x'.repeat(32)}…`, 3));
});
