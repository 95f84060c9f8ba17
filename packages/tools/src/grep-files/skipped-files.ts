/** Files that were not searched, by reason. */
export interface SkippedFiles {
  readonly count: number;
  readonly reasons: readonly SkipReason[];
}

/** How many files were not searched for one reason, and which was the first. */
export interface SkipReason {
  readonly reason: string;
  readonly count: number;
  readonly first: string;
}

/** Counts what is not searched. */
export interface SkipLog {
  /** `show` is asked for the first of each reason alone. */
  add(reason: string, show: () => string): void;
  toSkipped(): SkippedFiles;
  /** What is added to the copy is not in the log. */
  copy(): SkipLog;
}

/** Reasons told apart; what comes on top of them counts as one more. */
const maxReasons = 8;

/** Creates an empty log. Contract: memory does not grow with the files. */
export function createSkipLog(before: readonly SkipReason[] = []): SkipLog {
  const reasons = new Map(before.map((each) => [each.reason, { ...each }]));
  const all = (): SkipReason[] => [...reasons.values()].map((each) => ({ ...each }));
  return {
    copy: () => createSkipLog(all()),
    add(reason, show) {
      const key = reasons.has(reason) || reasons.size < maxReasons ? reason : 'other reasons';
      const known = reasons.get(key);
      if (known === undefined) reasons.set(key, { reason: key, count: 1, first: show() });
      else known.count++;
    },
    toSkipped() {
      const sorted = all().sort((a, b) => b.count - a.count);
      return { count: sorted.reduce((sum, { count }) => sum + count, 0), reasons: sorted };
    },
  };
}
