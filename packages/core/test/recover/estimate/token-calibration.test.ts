import { describe, expect, it } from 'vitest';
import { estimateTokens } from '../../../src/recover/estimate/estimate-tokens.ts';
import { createTokenCalibration } from '../../../src/recover/estimate/token-calibration.ts';

const body = { estimatedTokens: 22_000, sentBytes: 90_000 };
const text = 'The engineer on call read the summary first. '.repeat(20);

describe('how estimates are scaled', () => {
  it('before anything was counted, not at all', () => {
    const calibration = createTokenCalibration();
    expect(calibration.scale()).toBe(1);
    expect(calibration.estimate(text)).toBe(estimateTokens(text));
  });

  it.each([
    ['a tokenizer that counts more', 28_600, 1.3],
    ['a tokenizer that counts less', 17_600, 0.8],
    ['more than twice as much: bounded', 66_000, 2],
    ['less than half: bounded', 6_600, 0.5],
  ])('%s', (_, inputTokens, scale) => {
    const calibration = createTokenCalibration();
    expect(calibration.observe({ ...body, inputTokens })).toBe('used');
    expect(calibration.scale()).toBeCloseTo(scale, 10);
    expect(calibration.estimate(text)).toBe(Math.ceil(estimateTokens(text) * scale));
  });

  it('tokens of a cache are part of the input', () => {
    const calibration = createTokenCalibration();
    expect(calibration.observe({ ...body, inputTokens: 600, cachedTokens: 28_000 })).toBe('used');
    expect(calibration.scale()).toBeCloseTo(1.3, 10);
  });

  it('a small request does not decide', () => {
    const calibration = createTokenCalibration();
    expect(calibration.observe({ estimatedTokens: 90, sentBytes: 400, inputTokens: 180 })).toBe('used');
    expect(calibration.scale()).toBe(1);
  });

  it('few odd requests among many do not decide', () => {
    const calibration = createTokenCalibration();
    for (const inputTokens of [26_400, 44_000, 26_400, 11_000, 26_400]) calibration.observe({ ...body, inputTokens });
    expect(calibration.scale()).toBeCloseTo(1.2, 10);
  });

  it('what was counted long ago is forgotten', () => {
    const calibration = createTokenCalibration();
    for (let turn = 0; turn < 40; turn++) calibration.observe({ ...body, inputTokens: 44_000 });
    for (let turn = 0; turn < 16; turn++) calibration.observe({ ...body, inputTokens: 24_200 });
    expect(calibration.scale()).toBeCloseTo(1.1, 10);
  });
});

describe('usage that cannot be', () => {
  it('BC-141 2,051 tokens for a body of 90 KB: the prompt was cut without a word, nothing is learned', () => {
    const calibration = createTokenCalibration();
    calibration.observe({ ...body, inputTokens: 26_400 });
    expect(calibration.observe({ ...body, inputTokens: 2_051 })).toBe('implausible-low');
    expect(calibration.scale()).toBeCloseTo(1.2, 10);
  });

  it.each([
    ['zero', 0, 'implausible-low'],
    ['below zero', -5, 'implausible-low'],
    ['no number', Number.NaN, 'implausible-low'],
    ['just under a quarter', 5_499, 'implausible-low'],
    ['a quarter', 5_500, 'used'],
    ['as many as bytes', 90_000, 'used'],
    ['more than bytes and what a provider may add', 98_193, 'implausible-high'],
    ['without end', Number.POSITIVE_INFINITY, 'implausible-high'],
  ])('%s', (_, inputTokens, outcome) => {
    const calibration = createTokenCalibration();
    expect(calibration.observe({ ...body, inputTokens })).toBe(outcome);
    if (outcome !== 'used') expect(calibration.scale()).toBe(1);
  });

  it('a short prompt may come with a long template of the provider', () => {
    expect(createTokenCalibration().observe({ estimatedTokens: 12, sentBytes: 60, inputTokens: 3_000 })).toBe('used');
  });

  it.each([
    { estimatedTokens: 0, sentBytes: 10 },
    { estimatedTokens: Number.NaN, sentBytes: 10 },
    { estimatedTokens: 10, sentBytes: -1 },
  ])('an estimate of nothing is a mistake of the caller: %o', (facts) => {
    expect(() => createTokenCalibration().observe({ ...facts, inputTokens: 5 })).toThrow(TypeError);
  });
});
