import { leadCosts, lowerPairs, punctuationPairs, repeatPowers, upperPairs } from './pair-tables.ts';

/** A digit of a recorded table is so many tokens. */
const digitTokens = 1 / 20;
const punctuation = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~';
const letters = 'abcdefghijklmnopqrstuvwxyz';

const toTokens = (digit: string): number => Number.parseInt(digit, 36) * digitTokens;

/** Tokens that the ASCII character `second` adds after `first`, at `first * 128 + second`. */
export const pairCosts: Float64Array = buildPairCosts();

/** Tokens of a word after one character of punctuation, beyond the one that both share. */
export const leadExtras: Float64Array = new Float64Array(128);
for (const [index, digit] of [...leadCosts].entries()) leadExtras[punctuation.charCodeAt(index)] = toTokens(digit);

/** Tokens of a character that stands where the same one stood twice before. */
export const repeatCosts: Float64Array = new Float64Array(128).fill(1);
for (const [index, power] of [...repeatPowers].entries()) repeatCosts[index + 0x20] = 0.5 ** Number(power);

function buildPairCosts(): Float64Array {
  const costs = new Float64Array(128 * 128);
  const fill = (firsts: string, seconds: string, rows: readonly string[]): void => {
    for (const [row, first] of [...firsts].entries())
      for (const [column, second] of [...seconds].entries())
        costs[first.charCodeAt(0) * 128 + second.charCodeAt(0)] = toTokens(rows[row]?.[column] ?? '0');
  };
  const capitals = letters.toUpperCase();
  for (const firsts of [letters, capitals]) {
    fill(firsts, letters, lowerPairs);
    fill(firsts, capitals, upperPairs);
  }
  fill(` ${punctuation}`, punctuation, punctuationPairs);
  return costs;
}
