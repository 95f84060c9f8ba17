import { cpus } from 'node:os';
import { formatMust, formatValue, isKept } from './row.mjs';

/**
 * A case and what it measured.
 *
 * @typedef {{ title: string, reads: string, rows: import('./row.mjs').Row[] }} Measured
 */

/** @param {Measured} measured */
export function formatText({ title, rows }) {
  const width = Math.max(...rows.map(({ name }) => name.length));
  const lines = rows.map((row) => {
    const kept = row.must === undefined ? '' : isKept(row) ? `(${formatMust(row)})` : `MISSED (${formatMust(row)})`;
    return `  ${row.name.padEnd(width)}  ${formatValue(row).padStart(8)}  ${kept}`.trimEnd();
  });
  return `${title}\n${lines.join('\n')}\n`;
}

/** @param {Measured} measured */
function formatSection({ title, reads, rows }) {
  const lines = rows.map((row) => `| ${row.name} | ${formatValue(row)} | ${formatMust(row)} |`);
  return `## ${title}\n\n${reads}\n\n| | measured | must be |\n|---|---:|---|\n${lines.join('\n')}\n`;
}

/**
 * Writes docs/performance.md.
 *
 * @param {readonly Measured[]} all
 */
export function formatMarkdown(all) {
  const machine = `Node ${process.versions.node}, ${process.platform} ${process.arch}, ${cpus().length} cores`;
  return `# Performance

Made by \`npm run bench\`; do not edit. ${machine}.

All figures but memory are ratios of two things measured in turns in one run, the median over its rounds, so they hold on
other machines too. What is bounded is different in every round, so nothing is ever found stored already.

${all.map(formatSection).join('\n')}`;
}
