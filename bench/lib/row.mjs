/**
 * One measured figure. `value` is a ratio, or megabytes where `unit` says so; `must` is what the project promises.
 *
 * @typedef {{ atLeast?: number, atMost?: number }} Must
 * @typedef {{ name: string, value: number, unit?: 'MB', must?: Must }} Row
 */

/**
 * A benchmark: what is compared with what, and the work.
 *
 * @typedef {{ name: string, title: string, reads: string, run: () => Promise<Row[]> }} Case
 */

/** @param {Row} row */
export function isKept({ value, must }) {
  return value >= (must?.atLeast ?? -Infinity) && value <= (must?.atMost ?? Infinity);
}

/** @param {Row} row */
export function formatValue({ value, unit }) {
  if (unit === 'MB') return `${Math.round(value)} MB`;
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

/** @param {Row} row */
export function formatMust({ must, unit }) {
  const suffix = unit === 'MB' ? ' MB' : '';
  if (must?.atLeast !== undefined) return `at least ${must.atLeast}${suffix}`;
  if (must?.atMost !== undefined) return `at most ${must.atMost}${suffix}`;
  return '';
}
