/** A match that was found, in byte positions of the source. */
export interface FoundMatch {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
  /** 1-based; absent where the content is binary. */
  readonly line?: number;
  /** Start and end of the line's own bytes, where the line was seen as a whole. */
  readonly lineRange?: { readonly start: number; readonly end: number };
}

/** What a scan has found so far. */
export interface Tally {
  /** The first matches, as many as were asked for. */
  readonly matches: readonly FoundMatch[];
  readonly matchCount: number;
  /** Lines with a match. */
  readonly matchingLines: number;
  /** First and last line with a match; absent where there is none, or no line is known. */
  readonly lineSpan?: readonly [first: number, last: number];
  /** False where a match may have been missed or cut, so counts are lower bounds though all was searched. */
  readonly isExact: boolean;
  /** Terminal escape sequences were left out of what was searched. */
  readonly hasEscapes: boolean;
}

/** Counts matches and keeps the first of them. */
export interface Collector extends Omit<Tally, 'lineSpan'> {
  readonly lineSpan: Tally['lineSpan'] | undefined;
  add(match: FoundMatch): void;
  /** Says that what follows belongs to another line. */
  endLine(): void;
  loseExactness(): void;
  noteEscapes(): void;
}

/** Creates an empty collector. Contract: keeps at most `maxKept` matches. */
export function createCollector(maxKept: number): Collector {
  const matches: FoundMatch[] = [];
  let matchCount = 0;
  let matchingLines = 0;
  let hasMatchInLine = false;
  let lineSpan: [first: number, last: number] | undefined;
  let isExact = true;
  let hasEscapes = false;
  return {
    get matches(): readonly FoundMatch[] {
      return matches;
    },
    get matchCount(): number {
      return matchCount;
    },
    get matchingLines(): number {
      return matchingLines;
    },
    get lineSpan(): readonly [first: number, last: number] | undefined {
      return lineSpan;
    },
    get isExact(): boolean {
      return isExact;
    },
    get hasEscapes(): boolean {
      return hasEscapes;
    },
    add: (match) => {
      if (matches.length < maxKept) matches.push(match);
      matchCount++;
      if (hasMatchInLine) return;
      hasMatchInLine = true;
      matchingLines++;
      if (match.line === undefined) return;
      if (lineSpan === undefined) lineSpan = [match.line, match.line];
      else lineSpan[1] = match.line;
    },
    endLine: () => {
      hasMatchInLine = false;
    },
    loseExactness: () => {
      isExact = false;
    },
    noteEscapes: () => {
      hasEscapes = true;
    },
  };
}
