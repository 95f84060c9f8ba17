/** Writes a count with a comma between groups of three digits. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-US');
}

/** Writes a count and its noun, in the singular for one. */
export function countOf(count: number, noun: string, plural = `${noun}s`): string {
  return `${formatCount(count)} ${count === 1 ? noun : plural}`;
}
