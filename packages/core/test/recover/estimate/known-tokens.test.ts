import { describe, expect, it } from 'vitest';
import { isKnownToken, maxKnownUnits, maxUnknownCost } from '../../../src/recover/estimate/known-tokens.ts';
import { TokenScan } from '../../../src/recover/estimate/token-scan.ts';
import { vocabulary } from './support/vocabulary.ts';

const isKnown = (text: string): boolean => isKnownToken(text, 0, text.length);

describe('the recorded set of tokens', () => {
  it('holds every token of the vocabulary that would count twice by its characters', () => {
    const isDear = (text: string): boolean => new TokenScan(() => false).write(text).tokens > maxUnknownCost;
    const missing = vocabulary.filter((text) => text.length <= maxKnownUnits && isDear(text) && !isKnown(text));
    expect(missing).toEqual([]);
  });

  it('holds less than one in 1,000 of what is no token', () => {
    const others = Array.from({ length: 20_000 }, (_, number) => `no token ${number}`);
    expect(others.filter(isKnown).length).toBeLessThan(20);
  });
});
