const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'];

/** Formats a whole number with thousands separators: `1,537,171`. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-US');
}

/** Formats a byte length for people, in decimal units: `512 B`, `1.5 MB`. */
export function formatBytes(byteLength: number): string {
  let value = byteLength;
  let unit = 0;
  while (value >= 999.95 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return unit === 0 ? `${value} B` : `${value.toFixed(1)} ${UNITS[unit]}`;
}

/** Formats a count with its noun: `1 line`, `2 lines`. */
export function plural(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
}
