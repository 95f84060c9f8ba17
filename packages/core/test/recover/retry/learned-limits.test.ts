import { describe, expect, it } from 'vitest';
import { createLearnedLimits } from '../../../src/recover/retry/learned-limits.ts';

const day = 24 * 60 * 60 * 1_000;
const input = (limitTokens: number) => ({ limitTokens, countsOutput: false });

describe('a stated limit', () => {
  it.each([
    ['that fits what was refused', 200_000, { estimatedTokens: 210_000 }, true],
    ['up to twice our count', 200_000, { estimatedTokens: 100_000 }, true],
    ['above twice our count', 200_001, { estimatedTokens: 100_000 }, false],
    ['of three tokens', 3, { estimatedTokens: 4_000 }, false],
    ['of 255 tokens', 255, { estimatedTokens: 4_000 }, false],
    ['of 256 tokens', 256, { estimatedTokens: 4_000 }, true],
    ['that is no integer', 200_000.5, { estimatedTokens: 210_000 }, false],
    ['that is no number', Number.NaN, { estimatedTokens: 210_000 }, false],
    ['of half the window', 500_000, { estimatedTokens: 600_000, windowTokens: 1_000_000 }, true],
    ['far below the window', 131_072, { estimatedTokens: 600_000, windowTokens: 1_000_000 }, false],
    ['a tenth above the window', 220_000, { estimatedTokens: 230_000, windowTokens: 200_000 }, true],
    ['far above the window', 221_000, { estimatedTokens: 230_000, windowTokens: 200_000 }, false],
  ])('%s', (_, limitTokens, facts, isLearned) => {
    const limits = createLearnedLimits();
    expect(limits.learn(input(limitTokens), facts)).toBe(isLearned);
    expect(limits.find()).toEqual(isLearned ? input(limitTokens) : undefined);
  });

  it('is known for a day', () => {
    let now = 1_000;
    const limits = createLearnedLimits(() => now);
    limits.learn(input(8_000), { estimatedTokens: 9_000 });
    now += day;
    expect(limits.find()).toEqual(input(8_000));
    now += 1;
    expect(limits.find()).toBeUndefined();
  });

  it.each([
    ['at it', 131_072, 500, true],
    ['above it', 131_073, 500, false],
  ])('a spurious 131,072 after a success %s', (_, inputTokens, outputTokens, isKept) => {
    const limits = createLearnedLimits();
    limits.learn(input(131_072), { estimatedTokens: 200_000 });
    limits.accepted(inputTokens, outputTokens);
    expect(limits.find() !== undefined).toBe(isKept);
  });

  it('counts the output of a success where the limit does', () => {
    const limits = createLearnedLimits();
    limits.learn({ limitTokens: 8_000, countsOutput: true }, { estimatedTokens: 9_000 });
    limits.accepted(7_000, 1_000);
    expect(limits.find()).toEqual({ limitTokens: 8_000, countsOutput: true });
    limits.accepted(7_000, 1_001);
    expect(limits.find()).toBeUndefined();
  });

  it('replaces the one before', () => {
    const limits = createLearnedLimits();
    limits.learn(input(8_000), { estimatedTokens: 9_000 });
    limits.learn(input(6_000), { estimatedTokens: 9_000 });
    expect(limits.find()).toEqual(input(6_000));
  });
});

describe('what the model writes at most', () => {
  it('is known for a day', () => {
    let now = 1_000;
    const limits = createLearnedLimits(() => now);
    limits.learnOutputCap(8_192);
    now += day;
    expect(limits.findOutputCap()).toBe(8_192);
    now += 1;
    expect(limits.findOutputCap()).toBeUndefined();
  });

  it.each([
    [8_192, 8_192],
    [8_193, undefined],
  ])('where %i were taken is %s', (outputTokens, cap) => {
    const limits = createLearnedLimits();
    limits.learnOutputCap(8_192);
    limits.accepted(10, outputTokens);
    expect(limits.findOutputCap()).toBe(cap);
  });
});
