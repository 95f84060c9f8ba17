/** Writes a number for people and models: `20,000`. */
export function formatCount(value: number): string {
  return String(value).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** Writes a number with its noun: `1 line`, `20,000 lines`, `0 matches`, `3 entries`. */
export function plural(count: number, noun: string): string {
  return `${formatCount(count)} ${count === 1 ? noun : manyOf(noun)}`;
}

function manyOf(noun: string): string {
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`;
  return /(?:ch|s|x)$/.test(noun) ? `${noun}es` : `${noun}s`;
}

/** Writes a number of bytes, exactly: `1,537,171 B`. */
export function formatBytes(byteLength: number): string {
  return `${formatCount(byteLength)} B`;
}
