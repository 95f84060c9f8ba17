import { describe, expect, it } from 'vitest';
import { createOutputMemory, type MadeOutput } from '../../../src/adapters/ai-sdk/output-memory.ts';

/** Makes outputs that say how many were made before. */
function counter(keptBytes: number) {
  let made = 0;
  return {
    count: () => made,
    make: async (): Promise<MadeOutput> => ({ output: { type: 'text', value: `made ${made++}` }, keptBytes }),
  };
}

describe('the memory of outputs', () => {
  it('gives the same output again for the same call and content, also of another object', async () => {
    const memory = createOutputMemory();
    const { make, count } = counter(10);
    const first = await memory.recall('look', 'a', { rows: [1, 2] }, make);
    expect(await memory.recall('look', 'a', { rows: [1, 2] }, make)).toBe(first);
    expect(count()).toBe(1);
  });

  it.each<[string, [string, string, unknown]]>([
    ['another call', ['look', 'b', { rows: [1, 2] }]],
    ['another tool', ['see', 'a', { rows: [1, 2] }]],
    ['another content', ['look', 'a', { rows: [1, 3] }]],
    ['its JSON as a text', ['look', 'a', '{"rows":[1,2]}']],
    ['its JSON as bytes', ['look', 'a', new TextEncoder().encode('{"rows":[1,2]}')]],
  ])('tells it from %s', async (_, [toolName, toolCallId, output]) => {
    const memory = createOutputMemory();
    const { make, count } = counter(10);
    await memory.recall('look', 'a', { rows: [1, 2] }, make);
    await memory.recall(toolName, toolCallId, output, make);
    expect(count()).toBe(2);
  });

  it('makes it once for those who ask at the same time', async () => {
    const memory = createOutputMemory();
    const { make, count } = counter(10);
    const both = await Promise.all([memory.recall('look', 'a', 'x', make), memory.recall('look', 'a', 'x', make)]);
    expect(both[0]).toBe(both[1]);
    expect(count()).toBe(1);
  });

  it('does not keep what takes nothing, nor what failed', async () => {
    const memory = createOutputMemory();
    const { make, count } = counter(0);
    await memory.recall('look', 'a', 'x', make);
    await memory.recall('look', 'a', 'x', make);
    expect(count()).toBe(2);
    await expect(memory.recall('look', 'b', 'x', () => Promise.reject(new Error('full')))).rejects.toThrow('full');
    expect(await memory.recall('look', 'b', 'x', make)).toEqual({ type: 'text', value: 'made 2' });
  });

  it('forgets what was not asked for the longest, past 64 MiB', async () => {
    const memory = createOutputMemory();
    const { make, count } = counter(24 * 1024 * 1024);
    for (const id of ['a', 'b', 'a', 'c']) await memory.recall('look', id, 'x', make);
    expect(count()).toBe(3);
    await memory.recall('look', 'a', 'x', make);
    expect(count()).toBe(3);
    await memory.recall('look', 'b', 'x', make);
    expect(count()).toBe(4);
  });

  it('keeps what is still being made, however much is forgotten meanwhile', async () => {
    const memory = createOutputMemory();
    const slow = counter(24 * 1024 * 1024);
    const { make } = counter(24 * 1024 * 1024);
    let open = (): void => {};
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    const late = (): Promise<MadeOutput> => opened.then(slow.make);
    const first = memory.recall('look', 'late', 'x', late);
    for (const id of ['a', 'b', 'c']) await memory.recall('look', id, 'x', make);
    const second = memory.recall('look', 'late', 'x', late);
    open();
    expect(await second).toBe(await first);
    expect(slow.count()).toBe(1);
  });
});
