import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { plainFacts, readAll, rejectsWith, type StoreContractCase, storeText } from './harness.ts';

/** What is stored is read back, in any part, with the facts that were measured while it passed. */
export const contentCases: readonly StoreContractCase[] = [
  {
    title: 'reads back every range of what was written',
    async run({ createStore }) {
      const store = await createStore();
      const { id } = await storeText(store, 'a', 'zero one two');
      const source = await store.open('a', id);
      const text = async (offset: number, byteLength: number) =>
        new TextDecoder().decode(await source.read(offset, byteLength));
      assert.equal(source.byteLength, 12);
      assert.equal(await text(0, 12), 'zero one two');
      assert.equal(await text(5, 3), 'one');
      assert.equal(await text(9, 100), 'two');
      assert.equal(await text(12, 1), '');
      assert.equal(await text(1_000_000, 1), '');
      assert.equal(await text(3, 0), '');
      await assert.rejects(source.read(-1, 1), TypeError);
      await assert.rejects(source.read(0, 0.5), TypeError);
      await source.close();
      await source.close();
    },
  },
  {
    title: 'measures hash, size, lines and encoding while the content passes',
    async run({ createStore }) {
      const store = await createStore();
      const handle = await storeText(store, 'a', 'one\r\ntwo\nthree', { shape: 'log', headline: 'log, 3 lines' });
      assert.equal(handle.sha256, createHash('sha256').update('one\r\ntwo\nthree').digest('hex'));
      assert.equal(handle.byteLength, 14);
      assert.equal(handle.producedBytes, 14);
      assert.equal(handle.lineCount, 3);
      assert.equal(handle.encoding, 'utf-8');
      assert.equal(handle.shape, 'log');
      assert.equal(handle.headline, 'log, 3 lines');
      assert.equal(handle.mediaType, 'text/plain');
      assert.equal(handle.scope, 'a');
      assert.deepEqual(handle.withheld, []);
      const utf16 = await storeText(store, 'a', Uint8Array.of(0xff, 0xfe, 0x61, 0, 0x0a, 0, 0x62, 0));
      assert.equal(utf16.encoding, 'utf-16le');
      assert.equal(utf16.lineCount, 2);
      const binary = await storeText(
        store,
        'a',
        Uint8Array.from({ length: 256 }, (_, index) => index),
      );
      assert.equal(binary.encoding, 'binary');
      assert.equal(binary.lineCount, undefined);
    },
  },
  {
    title: 'takes the encoding it is told',
    async run({ createStore }) {
      const store = await createStore();
      const writer = await store.createWriter('a', { encoding: 'binary' });
      await writer.write(new TextEncoder().encode('one\ntwo\n'));
      const handle = await writer.finish(plainFacts());
      assert.equal(handle.encoding, 'binary');
      assert.equal(handle.lineCount, undefined);
    },
  },
  {
    title: 'stores a content of no bytes',
    async run({ createStore }) {
      const store = await createStore();
      const handle = await storeText(store, 'a', '');
      assert.equal(handle.byteLength, 0);
      assert.equal(handle.lineCount, 0);
      assert.equal(handle.sha256, 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
      assert.equal((await readAll(store, 'a', handle.id)).length, 0);
    },
  },
  {
    title: 'gives the same result however the content is cut into chunks, and keeps no chunk',
    async run({ createStore }) {
      const store = await createStore();
      const bytes = Uint8Array.from({ length: 700_001 }, (_, at) => (at % 71 === 0 ? 10 : 32 + ((at * 31) % 90)));
      const whole = await storeText(store, 'a', bytes);
      for (const chunkBytes of [1_000_003, 300_000, 4096, 999]) {
        const writer = await store.createWriter('a');
        for (let from = 0; from < bytes.length; from += chunkBytes) {
          const chunk = bytes.slice(from, from + chunkBytes);
          await writer.write(chunk);
          chunk.fill(0);
        }
        assert.equal(writer.byteLength, 700_001);
        assert.equal((await writer.finish(plainFacts())).id, whole.id);
      }
      assert.deepEqual(Buffer.from(await readAll(store, 'a', whole.id)).equals(bytes), true);
    },
  },
  {
    title: 'finds a line start at or before any line and any offset',
    async run({ createStore }) {
      const store = await createStore();
      // 60,000 lines of 100 bytes: line n starts at (n - 1) * 100.
      const line = `${'x'.repeat(99)}\n`;
      const { id } = await storeText(store, 'a', line.repeat(60_000));
      const source = await store.open('a', id);
      const { lineIndex } = source;
      assert.equal(lineIndex.lineCount, 60_000);
      for (const wanted of [1, 2, 2623, 30_000, 59_999, 60_000, 70_000]) {
        const found = await lineIndex.floor(wanted);
        assert.ok(found.line <= wanted);
        assert.equal(found.offset, (found.line - 1) * 100);
        assert.ok(Math.min(wanted, 60_000) - found.line < 6000, `line ${found.line} is far before ${wanted}`);
      }
      const found = await lineIndex.floorOffset(5_999_950);
      assert.equal(found.offset, (found.line - 1) * 100);
      assert.ok(found.offset <= 5_999_950 && found.offset > 5_400_000);
      assert.deepEqual(await lineIndex.floorOffset(0), { line: 1, offset: 0 });
      await source.close();
    },
  },
  {
    title: 'shows nothing of a result before it is finished, and nothing of one that was aborted',
    async run({ createStore }) {
      const store = await createStore();
      const writer = await store.createWriter('a');
      await writer.write(new TextEncoder().encode('half'));
      assert.deepEqual((await store.list('a')).handles, []);
      await writer.abort();
      await writer.abort();
      assert.deepEqual((await store.list('a')).handles, []);
      await assert.rejects(writer.write(Uint8Array.of(1)), TypeError);
      await assert.rejects(writer.finish(plainFacts()), TypeError);
    },
  },
  {
    title: 'refuses a position that is none of a list, and a scope that is none',
    async run({ createStore }) {
      const store = await createStore();
      await rejectsWith(store.list('a', { cursor: 'l_0000000' }), 'cursor-malformed');
      await assert.rejects(store.list('a', { limit: 0 }), TypeError);
      await assert.rejects(store.createWriter(''), TypeError);
      await assert.rejects(store.open('a\0b', 'r_00000000'), TypeError);
    },
  },
];
