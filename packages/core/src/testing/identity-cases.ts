import assert from 'node:assert/strict';
import { plainFacts, readAll, rejectsWith, type StoreContractCase, storeText } from './harness.ts';

/** One content in one scope is one result; its id says nothing, and nothing of it is told outside its scope. */
export const identityCases: readonly StoreContractCase[] = [
  {
    title: 'keeps the same bytes in one scope once, and adds to where they came from',
    async run({ createStore }) {
      const store = await createStore();
      const first = await storeText(store, 'a', 'same', {
        provenance: { toolName: 'one', toolCallId: 'call_1', inputDigest: '00112233445566ff', at: 1 },
      });
      const second = await storeText(store, 'a', 'same', {
        headline: 'said differently',
        provenance: { toolName: 'two', at: 2, originId: 'r_00000000' },
      });
      assert.equal(second.id, first.id);
      assert.equal(second.headline, 'text');
      const expected = [
        { toolName: 'one', toolCallId: 'call_1', inputDigest: '00112233445566ff', at: 1 },
        { toolName: 'two', at: 2, originId: 'r_00000000' },
      ];
      assert.deepEqual(second.provenance, expected);
      const source = await store.open('a', first.id);
      assert.deepEqual(source.handle.provenance, expected);
      await source.close();
      assert.equal((await store.list('a')).handles.length, 1);
    },
  },
  {
    title: 'keeps the same bytes once when many writers finish them at the same time',
    async run({ createStore }) {
      const store = await createStore();
      const handles = await Promise.all(Array.from({ length: 12 }, () => storeText(store, 'a', 'raced for')));
      assert.equal(new Set(handles.map((handle) => handle.id)).size, 1);
      const { handles: listed } = await store.list('a');
      assert.equal(listed.length, 1);
      assert.equal(listed[0]?.provenance.length, 12);
    },
  },
  {
    title: 'tells apart results of the same stored bytes with other bytes left out',
    async run({ createStore }) {
      const store = await createStore();
      const whole = await storeText(store, 'a', 'before after');
      const withheld = [{ start: 7, end: 57 }];
      const partly = await storeText(store, 'a', 'before after', { withheld, producedBytes: 62 });
      const gap = { start: 7, end: 1007 };
      const gapped = await storeText(store, 'a', 'before after', { gap, producedBytes: 1012 });
      assert.equal(new Set([whole.id, partly.id, gapped.id]).size, 3);
      const source = await store.open('a', partly.id);
      assert.deepEqual(source.handle.withheld, [{ start: 7, end: 57 }]);
      assert.equal(source.handle.producedBytes, 62);
      assert.equal(source.handle.byteLength, 12);
      await source.close();
      assert.deepEqual(gapped.gap, { start: 7, end: 1007 });
    },
  },
  {
    title: 'BC-175 gives two scopes two ids, and tells neither of the other',
    async run({ createStore }) {
      const store = await createStore();
      const provenance = { toolName: 'same_tool', toolCallId: 'call_1', at: 1 };
      const inA = await storeText(store, 'session A', 'shared bytes', { provenance });
      const inB = await storeText(store, 'session B', 'shared bytes', { provenance });
      assert.notEqual(inA.id, inB.id);
      assert.match(inA.id, /^r_[0-9a-hjkmnp-tv-z]{8}$/);
      assert.doesNotMatch(inA.id, /call|session|same/);
      const forbidden = await rejectsWith(store.open('session B', inA.id), 'handle-forbidden');
      await rejectsWith(store.delete('session B', inA.id), 'handle-forbidden');
      if (store.pin !== undefined) await rejectsWith(store.pin('session B', inA.id), 'handle-forbidden');
      assert.deepEqual(
        (await store.list('session B')).handles.map((handle) => handle.id),
        [inB.id],
      );
      assert.deepEqual((await store.list('session C')).handles, []);
      await store.delete('session A', inA.id);
      const unknown = await rejectsWith(store.open('session B', inA.id), 'handle-unknown');
      assert.equal(forbidden.toModelText(), unknown.toModelText());
    },
  },
  {
    title: 'takes an id as a model may have copied it, and names a near one',
    async run({ createStore }) {
      const store = await createStore();
      const { id } = await storeText(store, 'a', 'copied');
      const forms = [id.toUpperCase(), ` ${id}\n`, `spillway://${id}`, id.replaceAll('0', 'o').replaceAll('1', 'l')];
      for (const form of forms) assert.equal(new TextDecoder().decode(await readAll(store, 'a', form)), 'copied');
      const wrongEnd = id.endsWith('z') ? 'y' : 'z';
      const unknown = await rejectsWith(store.open('a', id.slice(0, -1) + wrongEnd), 'handle-unknown');
      assert.equal(unknown.facts.nearId, id);
      assert.ok(unknown.toModelText().includes(id));
      const short = await rejectsWith(store.open('a', id.slice(0, -1)), 'handle-malformed');
      assert.equal(short.facts.nearId, id);
      const malformed = await rejectsWith(store.open('a', '../../etc/passwd'), 'handle-malformed');
      assert.ok(!malformed.toModelText().includes('passwd'));
    },
  },
  {
    title: 'tells a writer of its misuse instead of mixing two chunks',
    async run({ createStore }) {
      const store = await createStore();
      const writer = await store.createWriter('a');
      await writer.write(new TextEncoder().encode('done'));
      const handle = await writer.finish(plainFacts());
      await assert.rejects(writer.write(Uint8Array.of(1)), TypeError);
      await assert.rejects(writer.finish(plainFacts()), TypeError);
      await writer.abort();
      assert.equal(new TextDecoder().decode(await readAll(store, 'a', handle.id)), 'done');
    },
  },
];
