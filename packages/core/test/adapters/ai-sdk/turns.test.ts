import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Turns } from '../../../src/adapters/ai-sdk/turns.ts';

const limits = { maxTurnBytes: 100_000, maxResultBytes: 40_000 };
const call = (toolCallId: string) => ({ toolName: 'look', toolCallId });

describe('the shares of a turn', () => {
  it('are all of a budget for a call that no turn is known of', () => {
    expect(new Turns(limits).shareOf(call('a'))).toBe(40_000);
  });

  it('leave as many whole as they can, and give the rest to the others', () => {
    const turns = new Turns(limits);
    const messages: unknown[] = [];
    for (const id of ['a', 'b', 'c', 'd']) turns.begin(call(id), messages);
    turns.end(call('a'), 1_000);
    for (const id of ['b', 'c', 'd']) turns.end(call(id), 90_000);
    expect(['a', 'b', 'c', 'd'].map((id) => turns.shareOf(call(id)))).toEqual([40_000, 40_000, 40_000, 19_000]);
  });

  it('belong to calls that were made with the same messages, until one was asked for', () => {
    const turns = new Turns(limits);
    const messages: unknown[] = [];
    for (const id of ['a', 'b', 'c', 'd']) turns.begin(call(id), messages);
    turns.begin(call('e'), []);
    expect(turns.shareOf(call('e'))).toBe(40_000);
    expect(turns.shareOf(call('d'))).toBeLessThan(40_000);
    turns.begin(call('f'), messages);
    expect(turns.shareOf(call('f'))).toBe(40_000);
  });

  it('leave out what errors took', () => {
    const turns = new Turns({ maxTurnBytes: 60_000, maxResultBytes: 40_000 });
    const messages: unknown[] = [];
    for (const id of ['a', 'b']) turns.begin(call(id), messages);
    expect(turns.evenShare(call('a'))).toBe(30_000);
    turns.take(call('a'), 30_000);
    turns.end(call('b'), 90_000);
    expect(turns.shareOf(call('b'))).toBe(30_000);
  });

  it('add up to no more than the turn has, and do not depend on who was first', () => {
    const turn = fc.array(fc.integer({ min: 0, max: 60_000 }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(turn, fc.integer(), (needs, seed) => {
        const run = (order: readonly number[]): number[] => {
          const turns = new Turns(limits);
          const messages: unknown[] = [];
          for (const index of needs.keys()) turns.begin(call(String(index)), messages);
          for (const index of order) turns.end(call(String(index)), needs[index] ?? 0);
          const shares = new Map(order.map((index) => [index, turns.shareOf(call(String(index)))]));
          return needs.map((_, index) => shares.get(index) ?? 0);
        };
        const order = [...needs.keys()];
        const shares = run(order);
        expect(run(order.toSorted((a, b) => ((a * 7919 + seed) % 31) - ((b * 7919 + seed) % 31)))).toEqual(shares);
        const used = shares.reduce((sum, share, index) => sum + Math.min(share, needs[index] ?? 0), 0);
        expect(used).toBeLessThanOrEqual(limits.maxTurnBytes);
      }),
    );
  });
});
