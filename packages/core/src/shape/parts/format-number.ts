/** Writes a count with a comma for each thousand. */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** Writes a count with its noun, such as `1 line` or `7,000 lines`. */
export function formatCountOf(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** Writes a number of bytes, exactly, such as `1,537,171 B`. */
export function formatBytes(byteLength: number): string {
  return `${formatCount(byteLength)} B`;
}
