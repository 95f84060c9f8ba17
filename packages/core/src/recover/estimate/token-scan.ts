import { characterBlock } from './character-costs.ts';
import { leadExtras, pairCosts, repeatCosts } from './pair-costs.ts';

/** What the current run of characters is. */
type Run = typeof start | typeof word | typeof number | typeof space | typeof lineEnd | typeof symbols;
const start = 0;
const word = 1;
const number = 2;
const space = 3;
const lineEnd = 4;
const symbols = 5;

/** The run that each ASCII character belongs to; control characters are symbols. */
const runOf: Uint8Array = new Uint8Array(128).fill(symbols);
for (const unit of [0x09, 0x0b, 0x0c, 0x20]) runOf[unit] = space;
for (const unit of [0x0a, 0x0d]) runOf[unit] = lineEnd;
runOf.fill(number, 0x30, 0x3a);
runOf.fill(word, 0x41, 0x5b);
runOf.fill(word, 0x61, 0x7b);

/** How often a word is cut within its first letters, against its middle: short words are tokens as they stand. */
const cutShares = [0, 0.35, 0.7, 1] as const;
const opaqueCutShares = [0, 0.55, 0.95, 1.1] as const;
/** So many changes between letters, capitals and digits without a break are no name but a key, a hash or base64. */
const minOpaqueChanges = 4;
/** Letters of an alphabet other than ASCII that run on for longer are no word of a language. */
const maxWordLetters = 18;
const longWordCost = 0.5;
/** ASCII letters that run on cost at least this much, whatever their pairs. */
const minLongLetterCost = 0.25;
const minLongSymbolCost = 0.12;
const longSymbolRun = 6;
/** An ASCII letter after another one in the same word. */
const mixedWordCost = 0.18;
const wordCuts = 0.85;
const oddCuts = 2;
const oddSlope = 1.6;
const controlCost = 1;
const escapeCost = 1.7;
/** Indentation is a token as it stands; a longer run of spaces is cut. */
const maxIndent = 80;
const indentCost = 0.003;
const spaceRepeatCost = 0.0085;
const blankRepeatCost = 0.065;
const blankChangeCost = 0.3;
const lineEndAfterSymbolCost = 0.1;
/** Digits of one token. */
const digitGroup = 3;
const surrogateCost = 2;

/**
 * Turns the sum over the pairs of a word into pieces: a word that has more unusual pairs than most is either a token
 * nevertheless, and must not count twice and more, or has so many that it is no word.
 */
function piecesOf(cuts: number): number {
  if (cuts <= wordCuts) return cuts;
  return Math.max(wordCuts, Math.min(cuts, wordCuts + (cuts - oddCuts) * oddSlope));
}

/**
 * Counts about as many tokens as a tokenizer would, one UTF-16 unit after the other.
 *
 * Byte-pair tokenizers first cut a text into words, groups of digits, runs of punctuation and runs of blanks, and never
 * join two of them. Those are counted exactly; how often one of them is cut again is an expectation from pairs of
 * neighbours.
 */
export class TokenScan {
  private cost = 0;
  private run: Run = start;
  /** The last character and the one before it. */
  private last = 0;
  private beforeLast = 0;
  /** Characters of the run; of a word, its letters. */
  private length = 0;
  /** What the pairs of the current word add up to. */
  private cuts = 0;
  private changes = 0;
  /** A run of spaces follows a line end, or a run of symbols began with a space. */
  private isAfterBreak = false;
  private high = 0;

  /** Takes the next part of a text, wherever it was cut. */
  write(text: string): void {
    for (let index = 0; index < text.length; index++) {
      const unit = text.charCodeAt(index);
      if (this.run === word && unit > 0x60 && unit < 0x7b && this.last < 0x80) index = this.lowerCase(text, index);
      else if (this.high === 0 && unit < 0x80) this.ascii(unit);
      else this.wide(unit);
    }
  }

  /** Tokens of all that was taken so far. */
  get tokens(): number {
    const openSpace = this.run === space ? 1 : 0;
    return this.cost + openSpace + (this.high === 0 ? 0 : surrogateCost);
  }

  private ascii(unit: number): void {
    const run = runOf[unit];
    if (run === word) this.letter(unit);
    else if (run === space) this.space(unit);
    else if (run === number) this.digit();
    else if (run === symbols) this.symbol(unit);
    else this.lineEnd(unit);
    this.beforeLast = this.last;
    this.last = unit;
  }

  /** Takes the lower-case letters of a word in one go; returns the index of the last of them. */
  private lowerCase(text: string, from: number): number {
    const shares = this.changes < minOpaqueChanges ? cutShares : opaqueCutShares;
    let { last, beforeLast, length, cuts } = this;
    let index = from;
    for (; index < text.length; index++) {
      const unit = text.charCodeAt(index);
      if (unit < 0x61 || unit > 0x7a) break;
      if (last === unit && beforeLast === unit) cuts += repeatCosts[unit] as number;
      else {
        const pair = (pairCosts[last * 128 + unit] as number) * (shares[Math.min(length, 3)] as number);
        cuts += length > maxWordLetters && pair < minLongLetterCost ? minLongLetterCost : pair;
      }
      beforeLast = last;
      last = unit;
      length++;
    }
    this.last = last;
    this.beforeLast = beforeLast;
    this.length = length;
    this.cut(cuts);
    return index - 1;
  }

  private letter(unit: number): void {
    const { last } = this;
    if (this.run !== word) this.openWord(0);
    else if (last >= 0x80) {
      this.cost += mixedWordCost;
      this.length++;
    } else if (last > 0x60) {
      this.changes++;
      this.cost += 1;
      this.length = 1;
      this.cuts = 0;
    } else {
      this.cost += this.capitalCost(unit);
      this.length++;
    }
  }

  /** Charges what the pairs of a word add up to now, in place of what they did before. */
  private cut(cuts: number): void {
    if (this.changes < minOpaqueChanges) this.cost += piecesOf(cuts) - piecesOf(this.cuts);
    else this.cost += cuts - this.cuts;
    this.cuts = cuts;
  }

  private capitalCost(unit: number): number {
    const { last, length } = this;
    if (last === unit && this.beforeLast === unit) return repeatCosts[unit] as number;
    const shares = this.changes < minOpaqueChanges ? cutShares : opaqueCutShares;
    const pair = (pairCosts[last * 128 + unit] as number) * (shares[Math.min(length, 3)] as number);
    return length > maxWordLetters ? Math.max(pair, minLongLetterCost) : pair;
  }

  /** Begins a word, which takes one space or one symbol before it into its token. */
  private openWord(extra: number): void {
    const { run } = this;
    if (run === space) this.cost += this.length > 1 ? 2 : 1;
    else if (run === symbols && this.length === 1 && !this.isAfterBreak)
      this.cost += this.last < 0x80 ? (leadExtras[this.last] as number) : 0.5;
    else this.cost += 1;
    this.cost += extra;
    this.changes = run === number ? this.changes + 1 : 0;
    this.run = word;
    this.length = 1;
    this.cuts = 0;
  }

  private digit(): void {
    if (this.run === number) {
      if (this.length % digitGroup === 0) this.cost += 1;
      this.length++;
      return;
    }
    if (this.run === space) this.cost += this.length > 1 ? 2 : 1;
    if (this.run === word) this.changes++;
    else this.changes = 0;
    this.cost += 1;
    this.run = number;
    this.length = 1;
  }

  private symbol(unit: number): void {
    const { last } = this;
    const extra = unit < 0x20 || unit === 0x7f ? (unit === 0x1b ? escapeCost : controlCost) : 0;
    if (this.run !== symbols) {
      this.openSymbols(1);
      if (this.isAfterBreak) this.cost += pairCosts[0x20 * 128 + unit] as number;
    } else if (last === unit && this.beforeLast === unit) this.cost += repeatCosts[unit] as number;
    else {
      const pair = last < 0x80 ? (pairCosts[last * 128 + unit] as number) : 1;
      this.cost += this.length > longSymbolRun ? Math.max(pair, minLongSymbolCost) : pair;
    }
    this.cost += extra;
    this.length++;
  }

  /** Begins a run of symbols, which takes one space before it into its token. */
  private openSymbols(cost: number): void {
    if (this.run === space && this.length > 1) this.cost += 1;
    this.isAfterBreak = this.run === space;
    this.cost += cost;
    this.run = symbols;
    this.length = 0;
  }

  private space(unit: number): void {
    if (this.run === space) {
      if (unit !== this.last) this.cost += blankChangeCost;
      else if (unit !== 0x20) this.cost += blankRepeatCost;
      else this.cost += this.length < maxIndent ? indentCost : spaceRepeatCost;
      this.length++;
      return;
    }
    this.isAfterBreak = this.run === lineEnd;
    this.run = space;
    this.length = 1;
  }

  private lineEnd(unit: number): void {
    if (this.run === lineEnd) this.cost += unit === this.last ? blankRepeatCost : blankChangeCost / 2;
    else if (this.run === symbols) this.cost += lineEndAfterSymbolCost;
    else if (this.run === space && this.isAfterBreak) this.cost += blankChangeCost;
    else this.cost += 1;
    this.run = lineEnd;
  }

  private wide(unit: number): void {
    const { high } = this;
    this.high = 0;
    if (high !== 0 && unit >= 0xdc00 && unit < 0xe000)
      this.character((high - 0xd800) * 0x400 + (unit - 0xdc00) + 0x10000);
    else {
      if (high !== 0) this.character(0xfffd);
      if (unit >= 0xd800 && unit < 0xdc00) this.high = unit;
      else if (unit < 0x80) this.ascii(unit);
      else this.character(unit >= 0xdc00 && unit < 0xe000 ? 0xfffd : unit);
    }
  }

  private character(codePoint: number): void {
    const block = characterBlock(codePoint);
    const isRepeated = codePoint === this.last && codePoint === this.beforeLast;
    if (!block.isLetter) {
      if (this.run === symbols) this.cost += isRepeated ? block.repeated : block.joined;
      else this.openSymbols(block.alone);
      this.length++;
    } else if (this.run !== word) this.openWord(block.alone - 1);
    else {
      const isAlphabetLong = this.length > maxWordLetters && block.joined < longWordCost;
      this.cost += isRepeated ? block.repeated : isAlphabetLong ? longWordCost : block.joined;
      this.length++;
    }
    this.beforeLast = this.last;
    this.last = codePoint;
  }
}
