import { type isKnownToken, maxKnownUnits, maxUnknownCost } from './known-tokens.ts';
import { periodOf } from './period.ts';

/** A run that goes on is looked at again after so many characters, always at twice as many. */
export const blockCharacters = 64;
/** UTF-16 units of two blocks, at most. */
export const stretchUnits: number = 4 * blockCharacters;
/** A few ASCII characters, too cheap to be looked up, are one token or two where they repeat themselves: a cost for both. */
const unknownCost = 1.8;
/** A character that costs about one token is half of one at the least, where it repeats itself. */
const maxCharacterCost = 1.1;
const repeatedCharacterCost = 0.92;
const maxPeriod = 64;
/** Of so few units two together may be one token. */
const maxDoubledUnits = 8;

/**
 * Prices a long run of letters or symbols that repeats itself by what it repeats: tokenizers find the same token again
 * and again, also where no blank stands between two of them.
 */
export class Repetition {
  private readonly costAlone: (text: string) => number;
  private readonly isKnown: typeof isKnownToken;
  /** Where the run begins, its last block, and the one before that; and what was charged up to there. */
  private runStart = 0;
  private blockStart = 0;
  private stretchStart = 0;
  private costBeforeBlock = 0;
  private costBeforeStretch = 0;
  private unit = '';
  private unitCost = 0;

  constructor(costAlone: (text: string) => number, isKnown: typeof isKnownToken) {
    this.costAlone = costAlone;
    this.isKnown = isKnown;
  }

  /** Takes the first block of a run, up to `end`, and what was charged before it and up to there. */
  begin(start: number, costBefore: number, end: number, cost: number): void {
    this.runStart = start;
    this.stretchStart = start;
    this.costBeforeStretch = costBefore;
    this.blockStart = end;
    this.costBeforeBlock = cost;
  }

  /** Takes the next block, up to `end`; returns what is charged up to there, which is `cost` or less. */
  next(text: string, end: number, cost: number): number {
    const period = periodOf(text, this.stretchStart, end);
    let charged = cost;
    if (period <= maxPeriod) {
      const unitEnd = end - ((end - this.runStart) % period);
      const unitCost = this.costOfUnit(text.slice(unitEnd - period, unitEnd));
      charged = Math.min(cost, this.costBeforeStretch + (unitCost * (end - this.stretchStart)) / period);
    }
    this.stretchStart = this.blockStart;
    this.costBeforeStretch = this.costBeforeBlock;
    this.blockStart = end;
    this.costBeforeBlock = charged;
    return charged;
  }

  /** Goes on with a text whose first units were dropped. */
  drop(units: number): void {
    this.runStart -= units;
    this.blockStart -= units;
    this.stretchStart -= units;
  }

  /** The least that a repeated unit may cost, alone or with its repetitions; endless where nothing says that it is a token. */
  private costOfUnit(unit: string): number {
    if (unit === this.unit) return this.unitCost;
    let least = this.costOfRepeated(unit);
    let text = unit + unit;
    for (let count = 2; text.length < 2 * blockCharacters; count *= 2) {
      if (this.costAlone(text.slice(text.length / 2)) > maxUnknownCost) break;
      const isDoubled = count === 2 && text.length <= maxDoubledUnits;
      if (isDoubled || this.isKnown(text, 0, text.length)) least = Math.min(least, this.costOfRepeated(text) / count);
      text += text;
    }
    this.unit = unit;
    this.unitCost = least;
    return least;
  }

  private costOfRepeated(text: string): number {
    const cost = this.costAlone(text);
    if (text.length <= maxKnownUnits && this.isKnown(text, 0, text.length)) return cost;
    if (cost <= maxUnknownCost && isAscii(text)) return unknownCost;
    return cost <= maxCharacterCost && text.length === 1 ? repeatedCharacterCost : Number.POSITIVE_INFINITY;
  }
}

function isAscii(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text);
}
