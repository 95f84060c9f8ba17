import fc from 'fast-check';
import { it } from 'vitest';
import { SpillwayError } from '../../src/errors.ts';
import { base32Alphabet, decodeBase32, encodeBase32 } from '../../src/handle/crockford.ts';
import { type Cursor, formatCursor, parseCursor } from '../../src/handle/cursor.ts';
import { assertHandleCursor } from '../../src/handle/cursor-check.ts';
import { parseHandleId, suggestHandleId } from '../../src/handle/handle-id.ts';

const runs = { numRuns: 1000 };
const bits = (count: number) => fc.integer({ min: 0, max: 2 ** count - 1 });
const position = fc.oneof(bits(16), bits(35), fc.maxSafeNat());

const identity = fc.oneof(
  fc.record({ source: fc.constant('handle' as const), digest: bits(32) }),
  fc.record({
    source: fc.constant('file' as const),
    path: bits(24),
    inode: bits(32),
    modified: bits(24),
    sample: bits(32),
    byteLength: position,
  }),
);
const cursors: fc.Arbitrary<Cursor> = fc.record(
  {
    kind: fc.constantFrom('page' as const, 'grep' as const, 'query' as const, 'tail' as const),
    offset: position,
    line: position,
    query: bits(16),
    identity,
  },
  { requiredKeys: ['kind', 'offset', 'identity'] },
);

function codeOf(work: () => unknown): string {
  try {
    work();
    return 'none';
  } catch (error) {
    return SpillwayError.isInstance(error) ? error.code : String(error);
  }
}

// Fails when a field is written with fewer bits than it has, or the flags mix up two fields.
it('a cursor keeps all that it is made of', () => {
  fc.assert(
    fc.property(cursors, (cursor) => {
      const read = parseCursor(formatCursor(cursor));
      return JSON.stringify(read) === JSON.stringify({ ...pick(cursor) });
    }),
    runs,
  );
});

// Fails when the filling bits of the last character are not looked at.
it('a cursor with any one character changed is malformed', () => {
  fc.assert(
    fc.property(cursors, fc.nat(), fc.constantFrom(...base32Alphabet, 'A', '-', ' '), (cursor, at, character) => {
      const text = formatCursor(cursor);
      const place = at % text.length;
      fc.pre(text[place] !== character);
      const changed = text.slice(0, place) + character + text.slice(place + 1);
      fc.pre(changed.trim() !== text);
      return codeOf(() => parseCursor(changed)) === 'cursor-malformed';
    }),
    runs,
  );
});

// Fails when the identity is left out of the comparison, or only part of it compared.
it('a cursor of another content is a mismatch, never a position in this one', () => {
  const hash = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes).toString('hex'));
  fc.assert(
    fc.property(hash, hash, bits(20), (cutFrom, present, offset) => {
      fc.pre(cutFrom.slice(0, 8) !== present.slice(0, 8));
      const digest = Number.parseInt(cutFrom.slice(0, 8), 16);
      const cursor = parseCursor(formatCursor({ kind: 'page', offset, identity: { source: 'handle', digest } }));
      const check = (sha256: string) =>
        codeOf(() => assertHandleCursor(cursor, { sha256, byteLength: 2 ** 20 }, { kind: 'page' }));
      return check(cutFrom) === 'none' && check(present) === 'cursor-mismatch';
    }),
    runs,
  );
});

// Fails when any text gets out of `parseCursor` and `parseHandleId` by another way than their own errors.
it('no text makes a parser fail in another way', () => {
  const texts = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 80 }),
    fc.string({ maxLength: 60 }).map((text) => `c_${text}`),
  );
  fc.assert(
    fc.property(texts, (text) => {
      const cursorCode = codeOf(() => parseCursor(text));
      const idCode = codeOf(() => parseHandleId(text));
      return ['none', 'cursor-malformed'].includes(cursorCode) && ['none', 'handle-malformed'].includes(idCode);
    }),
    runs,
  );
});

// Fails when a last group of bits is dropped or filled from the wrong side.
it('base 32 gives back the bytes, and reads no other text for them', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
      const text = encodeBase32(bytes);
      const longer = base32Alphabet.split('').map((character) => decodeBase32(text + character));
      const isOnlyText = longer.every((read) => read === undefined || read.length > bytes.length);
      return Buffer.from(decodeBase32(text) ?? []).equals(bytes) && isOnlyText;
    }),
    runs,
  );
});

// Fails when one of the four kinds of edit is not looked for.
it('an id with one edit is found again among others', () => {
  const character = fc.constantFrom(...base32Alphabet);
  const body = fc.array(character, { minLength: 8, maxLength: 12 });
  const edit = fc.constantFrom('change', 'drop', 'add', 'swap');
  fc.assert(
    fc.property(body, edit, fc.nat(), character, fc.array(body, { maxLength: 20 }), (id, kind, at, added, others) => {
      const place = at % (id.length - 1);
      const edited = [...id];
      if (kind === 'change') edited[place] = added;
      if (kind === 'drop') edited.splice(place, 1);
      if (kind === 'add') edited.splice(place, 0, added);
      if (kind === 'swap') edited.splice(place, 2, id[place + 1] as string, id[place] as string);
      fc.pre(edited.join('') !== id.join(''));
      const ids = [`r_${id.join('')}`, ...others.map((other) => `r_${other.join('')}`)];
      const found = suggestHandleId(`r_${edited.join('').toUpperCase()}`, ids);
      return found !== undefined && found !== `r_${edited.join('')}` && found === ids[0];
    }),
    runs,
  );
});

function pick(cursor: Cursor): object {
  const { kind, offset, line, query, identity: content } = cursor;
  return {
    kind,
    offset,
    ...(line !== undefined && { line }),
    ...(query !== undefined && { query }),
    identity: content,
  };
}
