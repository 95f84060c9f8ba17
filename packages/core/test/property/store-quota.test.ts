import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SpillwayError } from '../../src/errors.ts';
import type { Store, StoreWriter } from '../../src/store/store.ts';
import { createClock, plainFacts, readAll } from '../../src/testing/harness.ts';
import { diskUsage } from '../store/support/disk-usage.ts';
import { temporaryFolder, temporaryStore } from '../store/support/temporary.ts';

const storeBytes = 1_000_000;

const results = fc.array(
  fc.record({
    store: fc.nat(2),
    byteLength: fc.oneof(fc.nat(50_000), fc.integer({ min: 100_000, max: 450_000 }), fc.constant(1_200_000)),
    end: fc.constantFrom('finish', 'finish', 'finish', 'abort'),
    waitMs: fc.constantFrom(0, 0, 20_000),
  }),
  { minLength: 3, maxLength: 9 },
);

async function spill(store: Store, content: Buffer, end: string, look: () => void): Promise<string | undefined> {
  let writer: StoreWriter | undefined;
  try {
    writer = await store.createWriter('a');
    for (let from = 0; from < content.length; from += 100_000) {
      await writer.write(content.subarray(from, from + 100_000));
      look();
    }
    if (end === 'finish') return (await writer.finish(plainFacts())).id;
    await writer.abort();
  } catch (error) {
    if (!SpillwayError.isInstance(error) || error.code !== 'store-full') throw error;
    await writer?.abort();
  }
  return undefined;
}

// Fails when a reservation is stated after the count instead of before it, when what is on its way out is not counted,
// or when a young result is evicted.
it('store trouble is survivable: several that store at once never pass the quota, and lose nothing young', async () => {
  const folder = temporaryFolder({ inMemory: true });
  let number = 0;
  let overBudget = 0;
  let total = 0;
  await fc.assert(
    fc.asyncProperty(results, async (wanted) => {
      const directory = join(folder, `${number++}`);
      const clock = createClock();
      const stores = [0, 1, 2].map(() => temporaryStore({ directory, storeBytes, now: clock.now }));
      let highest = 0;
      const look = () => {
        highest = Math.max(highest, diskUsage(directory));
      };
      const groups = Array.from({ length: Math.ceil(wanted.length / 3) }, (_, at) => wanted.slice(at * 3, at * 3 + 3));
      for (const [round, group] of groups.entries()) {
        const stored = await Promise.all(
          group.map(({ store, byteLength, end }, at) =>
            spill(stores[store] as Store, Buffer.alloc(byteLength, `${round}.${at} `), end, look),
          ),
        );
        look();
        for (const [at, id] of stored.entries()) {
          if (id === undefined) continue;
          const bytes = await readAll(stores[(at + 1) % 3] as Store, 'a', id);
          expect(bytes.length).toBe(group[at]?.byteLength);
        }
        clock.advance(group.reduce((sum, { waitMs }) => sum + waitMs, 0));
      }
      total++;
      if (wanted.reduce((sum, { byteLength }) => sum + byteLength, 0) > storeBytes) overBudget++;
      await Promise.all(stores.map((store) => store.close?.()));
      expect(highest).toBeLessThanOrEqual(storeBytes);
    }),
    { numRuns: 100 },
  );
  expect(overBudget / total).toBeGreaterThan(1 / 3);
}, 60_000);
