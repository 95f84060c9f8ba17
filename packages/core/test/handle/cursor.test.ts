import { describe, expect, it } from 'vitest';
import { type Cursor, digestQuery, formatCursor, parseCursor } from '../../src/handle/cursor.ts';
import { assertFileCursor, assertHandleCursor } from '../../src/handle/cursor-check.ts';
import { type FileFacts, identifyFile, identifyHandle } from '../../src/handle/identity.ts';
import { rejectsWith } from '../../src/testing/harness.ts';
import { bytesSource } from './support/bytes-source.ts';

const sha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const identity = identifyHandle({ sha256 });

const samples: Record<string, Cursor> = {
  'a page': { kind: 'page', offset: 65_536, line: 1201, identity },
  'a page without a line': { kind: 'page', offset: 0, identity },
  'a search': { kind: 'grep', offset: 4_294_967_296, line: 3, query: digestQuery('ERROR|i'), identity },
  'a query': { kind: 'query', offset: 0, line: 3, query: digestQuery('ERROR|i'), identity },
  'a page of a live file': {
    kind: 'page',
    offset: 5_000_000_000,
    line: 70_000_000,
    identity: { source: 'file', path: 1, inode: 2, modified: 3, sample: 4, byteLength: 6_000_000_000 },
  },
};

describe('formatCursor and parseCursor', () => {
  it.each(Object.entries(samples))('keep all of %s', (_name, cursor) => {
    const text = formatCursor(cursor);
    expect(text).toMatch(/^c_[0-9a-hjkmnp-tv-z]+$/);
    expect(parseCursor(text)).toEqual(cursor);
    expect(parseCursor(` ${text}\n`)).toEqual(cursor);
  });

  it('are short', () => {
    expect(formatCursor({ kind: 'page', offset: 2 ** 35 - 1, line: 2 ** 28 - 1, identity }).length).toBe(31);
    expect(formatCursor({ kind: 'page', offset: 65_536, line: 1201, identity }).length).toBe(25);
    expect(formatCursor(samples['a search'] as Cursor).length).toBeLessThanOrEqual(34);
    expect(formatCursor(samples['a page of a live file'] as Cursor).length).toBeLessThanOrEqual(58);
  });

  it.each(Object.entries(samples))(
    'refuse %s with any one character changed, missing, added or doubled',
    (_name, cursor) => {
      const text = formatCursor(cursor);
      const characters = '0123456789abcdefghijklmnopqrstuvwxyzACZ_-. é';
      for (let at = 0; at < text.length; at++) {
        const [before, after] = [text.slice(0, at), text.slice(at + 1)];
        for (const character of characters) {
          if (character !== text[at]) expectMalformed(before + character + after);
        }
        expectMalformed(before + after);
        expectMalformed(`${before}${text[at]}${text[at]}${after}`);
      }
    },
  );

  it.each(['', 'c_', 'c_0', 'c_00000000000', 'r_k7m2q9xd', 'next', 'C_', `c_${'0'.repeat(100_000)}`])(
    'refuse %j',
    (text) => {
      expectMalformed(text);
    },
  );

  it('say nothing of what was sent to the model', async () => {
    const error = await rejectsWith((async () => parseCursor('/etc/passwd'))(), 'cursor-malformed');
    expect(error.toModelText()).toBe(
      'That is not a cursor. Copy the cursor of the last page unchanged, or start again without one.',
    );
  });
});

describe('assertHandleCursor', () => {
  const cursor = samples['a page'] as Cursor;
  const handle = { sha256, byteLength: 100_000 };

  it('takes a cursor of the same content', () => {
    expect(() => assertHandleCursor(cursor, handle, { kind: 'page' })).not.toThrow();
    const search = samples['a search'] as Cursor;
    const large = { sha256, byteLength: 2 ** 33 };
    expect(() => assertHandleCursor(search, large, { kind: 'grep', query: digestQuery('ERROR|i') })).not.toThrow();
  });

  it.each([
    ['another content', cursor, { ...handle, sha256: sha256.replace('e3', 'e4') }, { kind: 'page' }],
    ['a shorter content', cursor, { ...handle, byteLength: 65_535 }, { kind: 'page' }],
    ['a search', cursor, handle, { kind: 'grep' }],
    [
      'a query with the digest of the search',
      samples['a query'] as Cursor,
      handle,
      { kind: 'grep', query: digestQuery('ERROR|i') },
    ],
    ["a live file's cursor", samples['a page of a live file'] as Cursor, handle, { kind: 'page' }],
    [
      'another search',
      samples['a search'] as Cursor,
      { sha256, byteLength: 2 ** 33 },
      { kind: 'grep', query: digestQuery('ERROR') },
    ],
  ] as const)('refuses %s', async (_name, cut, present, use) => {
    const error = await rejectsWith((async () => assertHandleCursor(cut, present, use))(), 'cursor-mismatch');
    expect(error.toModelText()).toMatch(/^That cursor does not belong to this call: /);
  });
});

describe('assertFileCursor', () => {
  const facts: FileFacts = { path: '/var/log/app.log', dev: 66_305, ino: 1234, mtimeNs: 1_700_000_000_000_000_001n };
  const before = Buffer.from('line\n'.repeat(40_000));
  const grown = Buffer.concat([before, Buffer.from('more\n')]);
  const later = { ...facts, mtimeNs: facts.mtimeNs + 1n };

  async function compare(present: FileFacts, content: Uint8Array, offset = 100_000): Promise<string> {
    const cut = await identifyFile(facts, bytesSource(before), offset);
    const cursor: Cursor = { kind: 'page', offset, identity: cut };
    try {
      return await assertFileCursor(parseCursor(formatCursor(cursor)), present, bytesSource(content), { kind: 'page' });
    } catch (error) {
      const { code, facts: found } = error as { code: string; facts: { change?: string } };
      return `${code} ${found.change ?? ''}`.trim();
    }
  }

  const edited = (at: number): Buffer => {
    const copy = Buffer.from(before);
    copy[at] = 0x58;
    return copy;
  };

  it.each([
    ['the same file', facts, before, 'same'],
    ['a file that grew', later, grown, 'appended'],
    ['a file that grew, its time unchanged', facts, grown, 'appended'],
    ['another inode', { ...later, ino: 1235 }, before, 'source-changed rotated'],
    ['another device', { ...later, dev: 66_306 }, before, 'source-changed rotated'],
    ['another inode that is shorter', { ...later, ino: 1235 }, Buffer.from('new\n'), 'source-changed rotated'],
    ['a shorter file', later, before.subarray(0, 150_000), 'source-changed shrunk'],
    ['an emptied file', later, Buffer.alloc(0), 'source-changed shrunk'],
    ['a file emptied and filled beyond', later, Buffer.from('other\n'.repeat(60_000)), 'source-changed edited'],
    ['a change at its start', later, edited(10), 'source-changed edited'],
    ['a change just before the cursor', later, edited(99_999), 'source-changed edited'],
    ['a change at its end', later, edited(199_990), 'source-changed edited'],
    ['a change that no sample shows, at the same size', later, edited(60_000), 'source-changed edited'],
    ['another path', { ...facts, path: '/var/log/other.log' }, before, 'cursor-mismatch'],
  ])('%s is %s', async (_name, present, content, expected) => {
    expect(await compare(present, content)).toBe(expected);
  });

  it('reads all of a small file, so that no change of it is missed', async () => {
    const small = Buffer.from('x'.repeat(32_768));
    for (const at of [0, 9000, 20_000, 32_767]) {
      const cut = await identifyFile(facts, bytesSource(small), 0);
      const changed = Buffer.from(small);
      changed[at] = 0x79;
      const grownToo = Buffer.concat([changed, Buffer.from('y')]);
      const cursor: Cursor = { kind: 'page', offset: 0, identity: cut };
      const check = assertFileCursor(cursor, later, bytesSource(grownToo), { kind: 'page' });
      const error = await rejectsWith(check, 'source-changed');
      expect(error.facts).toEqual({ change: 'edited', cutByteLength: 32_768, byteLength: 32_769 });
    }
  });

  it('reads at most 32 KiB of a large one', async () => {
    let read = 0;
    const source = bytesSource(before, (bytes) => {
      read += bytes;
    });
    await identifyFile(facts, source, 150_000);
    expect(read).toBeLessThanOrEqual(32_768);
    expect(read).toBeGreaterThan(16_384);
  });

  it('refuses a cursor of a stored result', async () => {
    const check = assertFileCursor(samples['a page'] as Cursor, facts, bytesSource(before), { kind: 'page' });
    await rejectsWith(check, 'cursor-mismatch');
  });
});

function expectMalformed(text: string): void {
  try {
    parseCursor(text);
  } catch (error) {
    expect(error).toMatchObject({ code: 'cursor-malformed' });
    return;
  }
  throw new Error(`${JSON.stringify(text)} was taken for a cursor`);
}
