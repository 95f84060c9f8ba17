/** An apostrophe after a word, which may go on behind it: *doesn't* is one token, *John's* two. */
export class Contraction {
  /** What goes on with a word behind an apostrophe, with it. */
  static readonly maxUnits = 3;
  /** Where the apostrophe stands, and the word before it begins. */
  at = -1;
  wordStart = 0;
  private costBeforeWord = 0;
  /** What was charged before the apostrophe. */
  costBefore = 0;

  begin(at: number, wordStart: number, costBeforeWord: number): void {
    this.at = at;
    this.wordStart = wordStart;
    this.costBeforeWord = costBeforeWord;
  }

  /** Makes what follows count with the word; returns what was charged before that. */
  join(costBefore: number): number {
    this.costBefore = costBefore;
    return this.costBeforeWord;
  }

  /** Goes on with a text whose first units were dropped. */
  drop(units: number): void {
    this.at -= units;
    this.wordStart -= units;
  }
}
