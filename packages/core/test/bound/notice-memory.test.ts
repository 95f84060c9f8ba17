import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { createSpillway } from '../../src/spillway.ts';
import { createMemoryStore } from '../../src/store/memory.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Bounds a result whose origin and arguments nobody else holds, and tells which of them are still there. */
async function boundAndLetGo(spillway: ReturnType<typeof createSpillway>): Promise<() => unknown[]> {
  const origin = { bytes: new Uint8Array(1_000), toParts: () => [{ stored: 'raw' as const }] };
  const input = { query: ['a'] };
  const refs = [new WeakRef(origin), new WeakRef(origin.bytes), new WeakRef(input)];
  const text = 'a line that is there often\n'.repeat(5_000);
  for (const result of [
    text,
    [
      { type: 'text', text },
      { type: 'text', text: `${text}!` },
    ],
  ]) {
    const bounded = await spillway.bound(result, { toolName: 'tool', maxResultBytes: 8_000, origin, input });
    expect(bounded.complete).toBe(false);
  }
  return () => refs.map((ref) => ref.deref()).filter((value) => value !== undefined);
}

describe('what a notice that is remembered keeps alive', () => {
  // Fails when the context of a call is remembered as it was given.
  it('is not the exact result of the server, nor the arguments of the call', async () => {
    const spillway = createSpillway({ store: createMemoryStore(), scope: 'test' });
    const left = await boundAndLetGo(spillway);
    for (let round = 0; round < 20 && left().length > 0; round++) {
      await new Promise((resolve) => setImmediate(resolve));
      collectGarbage();
    }
    expect(left()).toEqual([]);
    await spillway.close();
  });
});
