/** Writes a number for people and models: `20,000`. */
export function formatCount(value: number): string {
  return value.toLocaleString('en-US');
}

/** Writes a number with its noun: `1 line`, `20,000 lines`, `0 matches`. */
export function plural(count: number, noun: string): string {
  const many = /(?:ch|s|x)$/.test(noun) ? `${noun}es` : `${noun}s`;
  return `${formatCount(count)} ${count === 1 ? noun : many}`;
}
