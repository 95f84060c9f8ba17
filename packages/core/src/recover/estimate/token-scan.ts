import { characterBlock } from './character-costs.ts';
import { Contraction } from './contraction.ts';
import { isKnownToken, knownCost, maxKnownUnits, maxUnknownCost } from './known-tokens.ts';
import { leadExtras, pairCosts, repeatCosts } from './pair-costs.ts';
import { periodOf } from './period.ts';
import { blockCharacters, Repetition, stretchUnits } from './repetition.ts';
import { leadAt, lineEnd, number, type Run, runOf, space, start, symbols, word } from './runs.ts';
import {
  blankChangeCost,
  blankRepeatCost,
  controlCost,
  cutShares,
  digitGroup,
  escapeCost,
  indentCost,
  lineEndAfterSymbolCost,
  longSymbolRun,
  longWordCost,
  maxIndent,
  maxWordLetters,
  minLongLetterCost,
  minLongSymbolCost,
  minOpaqueChanges,
  mixedWordCost,
  opaqueCutShares,
  piecesOf,
  spacedCost,
  spaceRepeatCost,
  surrogateCost,
  tailCost,
} from './scan-costs.ts';

const apostrophe = 0x27;
const slash = 0x2f;

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
  /** A line end follows a run of symbols. */
  private isAfterSymbols = false;
  /** A run of slashes follows such a line end. */
  private isTail = false;
  private high = 0;
  /** What is being taken, with the end of what was taken before, and where in it the current character begins. */
  private text = '';
  private at = 0;
  /** Where the current piece begins, of which no token goes beyond, and the cost of all before it. */
  private pieceStart = 0;
  private costBefore = 0;
  private readonly contraction: Contraction = new Contraction();
  /** Where the first of the runs begins that changed without a break. */
  private changesStart = 0;
  private repetition: Repetition | undefined = undefined;
  private readonly isKnown: typeof isKnownToken;

  constructor(isKnown: typeof isKnownToken = isKnownToken) {
    this.isKnown = isKnown;
  }

  /** Takes the next part of a text, wherever it was cut. */
  write(part: string): this {
    const from = this.keepEnd();
    const text = this.text + part;
    this.text = text;
    for (let index = from; index < text.length; index++) {
      const unit = text.charCodeAt(index);
      if (this.run === word && unit > 0x60 && unit < 0x7b && this.last < 0x80) index = this.lowerCase(text, index);
      else {
        this.at = index;
        if (this.high !== 0 || unit > 0x7f) index = this.wide(unit, index);
        else if (unit > 0x2f && unit < 0x3a) index = this.digits(text, index);
        else this.ascii(unit);
      }
    }
    this.at = text.length;
    return this;
  }

  /** Tokens of all that was taken so far. */
  get tokens(): number {
    const openSpace = this.run === space ? 1 : 0;
    return this.costOfAll() + openSpace + (this.high === 0 ? 0 : surrogateCost);
  }

  /** Forgets what was taken but for its end; returns the length of that. */
  private keepEnd(): number {
    const dropped = Math.max(0, this.text.length - stretchUnits);
    this.text = this.text.slice(dropped);
    this.pieceStart -= dropped;
    this.contraction.drop(dropped);
    this.changesStart -= dropped;
    this.repetition?.drop(dropped);
    return this.text.length;
  }

  /** Ends the piece before the current character, and begins another there. */
  private openPiece(): void {
    this.cost = this.costOfAll();
    this.pieceStart = this.at;
    this.costBefore = this.cost;
  }

  /** What was charged, or less if the piece that ends here is a known token. */
  private costOfAll(): number {
    return this.cost - this.costBefore > maxUnknownCost ? this.costIfKnown() : this.cost;
  }

  private costIfKnown(): number {
    const { cost, pieceStart, at } = this;
    if (at - pieceStart > maxKnownUnits) return cost;
    let costBefore = this.costBefore;
    if (this.isContraction) {
      if (at - pieceStart <= Contraction.maxUnits && this.isKnown(this.text, this.contraction.wordStart, at))
        return costBefore + knownCost;
      costBefore = this.contraction.costBefore;
    }
    if (this.isKnown(this.text, pieceStart, at)) return Math.min(cost, costBefore + knownCost);
    const withoutLead = costBefore + 1 + knownCost;
    if (cost <= withoutLead) return cost;
    const { runStart } = this;
    return runStart > pieceStart && this.isKnown(this.text, runStart, at) ? withoutLead : cost;
  }

  private get runStart(): number {
    return this.pieceStart + leadAt(this.text, this.pieceStart, this.run);
  }

  /** The piece goes on with the word before its apostrophe. */
  private get isContraction(): boolean {
    return this.run === word && this.pieceStart === this.contraction.at;
  }

  /** Goes on with a run by the character that ends here. */
  private lengthen(end: number): void {
    this.length++;
    if (this.length % blockCharacters === 0) this.endBlock(end);
  }

  /** Charges what a long run repeats of itself by what it repeats, if that is less. */
  private endBlock(end: number): void {
    this.repetition ??= new Repetition((text) => new TokenScan(this.isKnown).write(text).tokens, this.isKnown);
    if (this.length > blockCharacters) this.cost = this.repetition.next(this.text, end, this.cost);
    else this.repetition.begin(this.runStart, this.costBefore, end, this.cost);
  }

  /** Counts a change from letters, capitals or digits to others, of which what repeats itself has none. */
  private change(): void {
    if (this.changes === 0) this.changesStart = this.runStart;
    this.changes++;
    if (this.changes !== minOpaqueChanges) return;
    const length = this.at - this.changesStart;
    if (length <= stretchUnits && 2 * periodOf(this.text, this.changesStart, this.at) <= length) this.changes = 0;
  }

  private ascii(unit: number): void {
    const run = runOf[unit];
    if (run === word) this.letter(unit);
    else if (run === space) this.space(unit);
    else if (run === symbols) this.symbol(unit);
    else this.lineEnd(unit);
    this.beforeLast = this.last;
    this.last = unit;
  }

  /** Takes the lower-case letters of a word in one go; returns the index of the last of them. */
  private lowerCase(text: string, from: number): number {
    const shares = this.changes < minOpaqueChanges ? cutShares : opaqueCutShares;
    let { last, beforeLast, length, cuts } = this;
    const end = Math.min(text.length, from + blockCharacters - (length % blockCharacters));
    let index = from;
    for (; index < end; index++) {
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
    if (length % blockCharacters === 0) this.endBlock(index);
    return index - 1;
  }

  private letter(unit: number): void {
    const { last } = this;
    if (this.run !== word) this.openWord(0);
    else if (last >= 0x80) {
      this.cost += mixedWordCost;
      this.lengthen(this.at + 1);
    } else if (last > 0x60) {
      this.openPiece();
      this.change();
      this.cost += 1;
      this.length = 1;
      this.cuts = 0;
    } else {
      this.cost += this.capitalCost(unit);
      this.lengthen(this.at + 1);
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
    if (run === symbols && this.length === 1 && !this.isAfterBreak) {
      this.cost += this.last < 0x80 ? (leadExtras[this.last] as number) : 0.5;
      if (this.last === apostrophe && this.contraction.at === this.pieceStart)
        this.costBefore = this.contraction.join(this.costBefore);
    } else {
      if (run === space) this.takeSpace();
      else this.openPiece();
      this.cost += 1;
    }
    this.cost += extra;
    if (run === number) this.change();
    else this.changes = 0;
    this.run = word;
    this.length = 1;
    this.cuts = 0;
  }

  /** Takes the digits of a number in one go; returns the index of the last of them. */
  private digits(text: string, from: number): number {
    const { run } = this;
    if (run !== number) {
      if (run === space) this.cost += this.length > 1 ? 2 : 1;
      else this.openPiece();
      if (run === word) this.change();
      else this.changes = 0;
      this.run = number;
      this.length = 0;
    }
    let { length } = this;
    let index = from;
    let unit = 0x30;
    for (; unit > 0x2f && unit < 0x3a; unit = text.charCodeAt(index)) {
      if (length % digitGroup === 0) this.cost += 1;
      length++;
      index++;
    }
    this.costBefore = this.cost;
    this.length = length;
    this.last = 0x30;
    this.beforeLast = 0x30;
    return index - 1;
  }

  private symbol(unit: number): void {
    const { last } = this;
    const extra = unit < 0x20 || unit === 0x7f ? (unit === 0x1b ? escapeCost : controlCost) : 0;
    if (this.run !== symbols || (this.isTail && unit !== slash)) {
      this.openSymbols(1, unit);
      if (this.isAfterBreak) this.cost += pairCosts[0x20 * 128 + unit] as number;
    } else if (last === unit && this.beforeLast === unit) this.cost += repeatCosts[unit] as number;
    else {
      const pair = last < 0x80 ? (pairCosts[last * 128 + unit] as number) : 1;
      this.cost += this.length > longSymbolRun ? Math.max(pair, minLongSymbolCost) : pair;
    }
    this.cost += extra;
    this.lengthen(this.at + 1);
  }

  /** Begins a run of symbols, which takes one space before it into its token, and slashes after its line end. */
  private openSymbols(cost: number, unit: number): void {
    const { run } = this;
    this.isTail = unit === slash && run === lineEnd && this.isAfterSymbols;
    this.isAfterBreak = run === space;
    if (run === space) this.takeSpace();
    else if (unit === apostrophe && run === word) this.openApostrophe();
    else if (!this.isTail) this.openPiece();
    this.cost += this.isTail ? tailCost : cost;
    this.run = symbols;
    this.length = 0;
  }

  /** Begins a piece with the last space of a run; those before it are a token. */
  private takeSpace(): void {
    if (this.length === 1) return;
    this.cost += 1;
    this.pieceStart = this.at - 1;
    this.costBefore = this.cost;
  }

  /** Begins a piece with the apostrophe after a word, which is remembered, should it go on. */
  private openApostrophe(): void {
    const { contraction, pieceStart } = this;
    const costBefore = this.isContraction ? contraction.costBefore : this.costBefore;
    this.openPiece();
    contraction.begin(this.at, pieceStart, costBefore);
  }

  private space(unit: number): void {
    if (this.run === space) {
      if (unit !== this.last) this.cost += blankChangeCost;
      else if (unit !== 0x20) this.cost += unit === 0x0b || unit === 0x0c ? 1 : blankRepeatCost;
      else this.cost += this.length < maxIndent ? indentCost : spaceRepeatCost;
      this.length++;
      return;
    }
    this.openPiece();
    this.isAfterBreak = this.run === lineEnd;
    this.run = space;
    this.length = 1;
  }

  private lineEnd(unit: number): void {
    if (this.run === lineEnd) this.cost += unit === this.last ? blankRepeatCost : blankChangeCost / 2;
    else if (this.run === symbols) {
      this.cost = this.costOfAll() + lineEndAfterSymbolCost;
    } else if (this.run === space && this.isAfterBreak) this.cost += blankChangeCost;
    else {
      if (this.run !== space) this.openPiece();
      this.cost += 1;
    }
    if (this.run !== lineEnd) this.isAfterSymbols = this.run === symbols;
    this.run = lineEnd;
  }

  /** Takes a unit past ASCII, or behind half of a pair; returns the index of the last that was taken. */
  private wide(unit: number, index: number): number {
    const { high } = this;
    this.high = 0;
    if (high !== 0 && unit >= 0xdc00 && unit < 0xe000) {
      this.at = index - 1;
      this.character((high - 0xd800) * 0x400 + (unit - 0xdc00) + 0x10000);
      return index;
    }
    if (high !== 0) this.character(0xfffd);
    if (unit >= 0xd800 && unit < 0xdc00) this.high = unit;
    else if (unit > 0x2f && unit < 0x3a) return this.digits(this.text, index);
    else if (unit < 0x80) this.ascii(unit);
    else this.character(unit >= 0xdc00 && unit < 0xe000 ? 0xfffd : unit);
    return index;
  }

  private character(codePoint: number): void {
    if (codePoint === 0x3000) {
      this.space(codePoint);
      this.beforeLast = this.last;
      this.last = codePoint;
      return;
    }
    const block = characterBlock(codePoint);
    const end = this.at + (codePoint > 0xffff ? 2 : 1);
    const isRepeated = codePoint === this.last && codePoint === this.beforeLast;
    if (!block.isLetter) {
      if (this.run === symbols) this.cost += isRepeated ? block.repeated : block.joined;
      else this.openSymbols(block.alone, codePoint);
      this.lengthen(end);
    } else if (this.run !== word) {
      const isSpaced = this.run === space && codePoint >= 0x3040 && codePoint < 0xa000;
      this.openWord(block.alone - 1 + (isSpaced ? spacedCost : 0));
    } else {
      const isAlphabetLong = this.length > maxWordLetters && block.joined < longWordCost;
      this.cost += isRepeated ? block.repeated : isAlphabetLong ? longWordCost : block.joined;
      this.lengthen(end);
    }
    this.beforeLast = this.last;
    this.last = codePoint;
  }
}
