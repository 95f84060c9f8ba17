import assert from 'node:assert/strict';
import type { Store } from '../store/store.ts';
import { createClock, readAll, rejectsWith, type StoreContractCase, storeText } from './harness.ts';

const mebibyte = 1_048_576;

/** Text of a MiB that no other number makes. */
function mebibyteOf(number: number): string {
  return `${number} `.repeat(mebibyte).slice(0, mebibyte);
}

async function idsOf(store: Store, scope: string): Promise<string[]> {
  return (await store.list(scope)).handles.map((handle) => handle.id);
}

/** Lists, ages, quotas, pins, deletion: how long a result is there, and what is said when it is not. */
export const lifetimeCases: readonly StoreContractCase[] = [
  {
    title: 'lists newest first, page by page, unmoved by what is stored meanwhile',
    async run({ createStore }) {
      const clock = createClock();
      const store = await createStore({ now: clock.now });
      const ids: string[] = [];
      for (let number = 0; number < 7; number++) {
        ids.unshift((await storeText(store, 'a', `result ${number}`)).id);
        clock.advance(1000);
      }
      const first = await store.list('a', { limit: 3 });
      await storeText(store, 'a', 'later');
      const second = await store.list('a', { limit: 3, ...(first.next !== undefined && { cursor: first.next }) });
      const third = await store.list('a', { limit: 3, ...(second.next !== undefined && { cursor: second.next }) });
      const listed = [first, second, third].flatMap((page) => page.handles.map((handle) => handle.id));
      assert.deepEqual(listed, ids);
      assert.equal(third.next, undefined);
    },
  },
  {
    title: 'lists results of one moment each once',
    async run({ createStore }) {
      const store = await createStore({ now: () => 1_700_000_000_000 });
      for (let number = 0; number < 5; number++) await storeText(store, 'a', `result ${number}`);
      const listed: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await store.list('a', { limit: 2, ...(cursor !== undefined && { cursor }) });
        listed.push(...page.handles.map((handle) => handle.id));
        cursor = page.next;
      } while (cursor !== undefined);
      assert.equal(listed.length, 5);
      assert.equal(new Set(listed).size, 5);
    },
  },
  {
    title: 'BC-083 keeps a result until its age, then says expired with its size, before and after a sweep',
    async run({ createStore }) {
      const clock = createClock();
      const store = await createStore({ now: clock.now, ttlMs: 60_000 });
      const { id, expiresAt } = await storeText(store, 'a', 'twelve bytes');
      assert.equal(expiresAt, 1_700_000_060_000);
      clock.advance(59_999);
      await store.sweep?.();
      assert.equal((await readAll(store, 'a', id)).length, 12);
      clock.advance(1);
      for (const sweep of [false, true]) {
        if (sweep) await store.sweep?.();
        const expired = await rejectsWith(store.open('a', id), 'handle-expired');
        assert.equal(expired.facts.byteLength, 12);
        assert.equal(expired.facts.at, 1_700_000_060_000);
        assert.deepEqual(await idsOf(store, 'a'), []);
      }
    },
  },
  {
    title: 'counts the age of a content from when it was last produced',
    async run({ createStore }) {
      const clock = createClock();
      const store = await createStore({ now: clock.now, ttlMs: 60_000 });
      const first = await storeText(store, 'a', 'again and again');
      clock.advance(50_000);
      const second = await storeText(store, 'a', 'again and again');
      assert.equal(second.createdAt, first.createdAt);
      assert.equal(second.expiresAt, 1_700_000_110_000);
      clock.advance(59_999);
      await store.sweep?.();
      assert.equal((await readAll(store, 'a', first.id)).length, 15);
    },
  },
  {
    title: 'evicts the oldest that is not pinned, says so with its size, and keeps open sources readable',
    async run({ createStore }) {
      const clock = createClock();
      const store = await createStore({ now: clock.now, storeBytes: 5 * mebibyte });
      const ids: string[] = [];
      for (let number = 0; number < 4; number++) {
        ids.push((await storeText(store, 'a', mebibyteOf(number))).id);
        clock.advance(60_000);
      }
      const [oldest = '', second = '', third = ''] = ids;
      const isPinned = store.pin !== undefined;
      if (isPinned) await store.pin?.('a', oldest);
      const victim = isPinned ? second : oldest;
      const open = await store.open('a', victim);
      await storeText(store, 'a', mebibyteOf(4));
      const evicted = await rejectsWith(store.open('a', victim), 'handle-evicted');
      assert.equal(evicted.facts.byteLength, mebibyte);
      assert.equal(evicted.facts.reason, 'evicted');
      assert.equal(evicted.facts.at, 1_700_000_240_000);
      assert.equal((await open.read(mebibyte - 2, 2)).length, 2);
      await open.close();
      assert.equal((await readAll(store, 'a', third)).length, mebibyte);
      if (!isPinned) return;
      assert.equal((await readAll(store, 'a', oldest)).length, mebibyte);
      await store.unpin?.('a', oldest);
      clock.advance(60_000);
      await storeText(store, 'a', mebibyteOf(5));
      await rejectsWith(store.open('a', oldest), 'handle-evicted');
    },
  },
  {
    title: 'evicts nothing that was just stored: the next result is refused instead',
    async run({ createStore }) {
      const clock = createClock();
      const store = await createStore({ now: clock.now, storeBytes: 3 * mebibyte });
      const { id } = await storeText(store, 'a', mebibyteOf(1));
      await storeText(store, 'a', mebibyteOf(2));
      const full = await rejectsWith(storeText(store, 'a', mebibyteOf(3)), 'store-full');
      assert.equal(full.facts.limitBytes, 3 * mebibyte);
      assert.equal((await readAll(store, 'a', id)).length, mebibyte);
      clock.advance(60_000);
      const later = await storeText(store, 'a', mebibyteOf(3));
      assert.equal((await readAll(store, 'a', later.id)).length, mebibyte);
    },
  },
  {
    title: 'refuses what is larger than the store, and works on afterwards',
    async run({ createStore }) {
      const store = await createStore({ storeBytes: 2 * mebibyte });
      await rejectsWith(storeText(store, 'a', 'x'.repeat(3 * mebibyte)), 'store-full');
      const { id } = await storeText(store, 'a', 'x'.repeat(mebibyte));
      assert.equal((await readAll(store, 'a', id)).length, mebibyte);
    },
  },
  {
    title: 'deletes a result once, and says that it was deleted',
    async run({ createStore }) {
      const store = await createStore();
      const { id } = await storeText(store, 'a', 'unwanted');
      assert.equal(await store.delete('a', id.toUpperCase()), true);
      assert.equal(await store.delete('a', id), false);
      assert.equal(await store.delete('a', 'r_00000000'), false);
      const gone = await rejectsWith(store.open('a', id), 'handle-evicted');
      assert.equal(gone.facts.reason, 'deleted');
      assert.equal(gone.facts.byteLength, 8);
      const again = await storeText(store, 'a', 'unwanted');
      assert.equal(again.id, id);
      assert.equal((await readAll(store, 'a', id)).length, 8);
    },
  },
  {
    title: 'shares what is stored, where it says that it does',
    async run({ createStore, reopenStore }) {
      const store = await createStore();
      if (!store.abilities.shared) return;
      assert.ok(reopenStore, 'a shared store comes with a way to open it again');
      const { id } = await storeText(store, 'a', 'seen by all');
      const other = await reopenStore(store);
      assert.equal(new TextDecoder().decode(await readAll(other, 'a', id)), 'seen by all');
      assert.equal((await storeText(other, 'a', 'seen by all')).provenance.length, 2);
      assert.equal(await other.delete('a', id), true);
      await rejectsWith(store.open('a', id), 'handle-evicted');
    },
  },
];
