import { describe, expect, it } from 'vitest';
import { SharedBuffers } from '../../../src/bound/describe/shared-buffers.ts';

function fill(buffers: SharedBuffers): SharedArrayBuffer[] {
  const taken: SharedArrayBuffer[] = [];
  while (buffers.hasFree) taken.push(buffers.take());
  return taken;
}

describe('SharedBuffers', () => {
  // Fails when a buffer is given out again that the other thread still reads.
  it('gives out six, and each again when it was taken, first sent first', () => {
    const buffers = new SharedBuffers([]);
    const all = fill(buffers);
    expect(all.map(({ byteLength }) => byteLength)).toEqual(new Array(6).fill(1_048_576));
    expect(new Set(all).size).toBe(6);
    for (const buffer of all) buffers.sent(buffer);
    expect(buffers.hasFree).toBe(false);
    buffers.taken();
    expect(buffers.take()).toBe(all[0]);
    expect(buffers.hasFree).toBe(false);
    buffers.taken();
    buffers.taken();
    expect(new Set(fill(buffers))).toEqual(new Set([all[1], all[2]]));
  });

  it('leaves what the other thread is done with to the next stream, and no more than six', () => {
    const spare: SharedArrayBuffer[] = [];
    const [first, second] = [new SharedBuffers(spare), new SharedBuffers(spare)];
    const [given, kept] = [fill(first), fill(second)];
    for (const buffer of given) first.sent(buffer);
    for (let count = 0; count < 4; count++) first.taken();
    first.release();
    expect(new Set(spare)).toEqual(new Set(given.slice(0, 4)));
    for (const buffer of kept) second.sent(buffer);
    for (let count = 0; count < 6; count++) second.taken();
    second.release();
    expect(spare).toHaveLength(6);
    const third = new SharedBuffers(spare);
    expect([...given, ...kept]).toContain(third.take());
    expect(spare).toHaveLength(5);
  });
});
