// Runs the benchmarks and prints ratios.
//
//   npm run bench                  all cases; writes docs/performance.md
//   npm run bench -- relay pages   only these; writes nothing
//   npm run bench -- --json        the same as JSON on standard output
//
// Exits with 1 when a promised figure is missed.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { appendCase } from './cases/append.mjs';
import { boundCase } from './cases/bound.mjs';
import { commandCase } from './cases/command.mjs';
import { filesCase } from './cases/files.mjs';
import { guardCase } from './cases/guard.mjs';
import { memoryCase } from './cases/memory.mjs';
import { pagesCase } from './cases/pages.mjs';
import { peersCase } from './cases/peers.mjs';
import { recordOpenCase } from './cases/record-open.mjs';
import { relayCase } from './cases/relay.mjs';
import { searchCase } from './cases/search.mjs';
import { viewCase } from './cases/view.mjs';
import { formatMarkdown, formatText } from './lib/report.mjs';
import { isKept } from './lib/row.mjs';
import { root } from './lib/scratch.mjs';

const cases = [
  boundCase,
  commandCase,
  guardCase,
  memoryCase,
  pagesCase,
  filesCase,
  relayCase,
  searchCase,
  appendCase,
  recordOpenCase,
  viewCase,
  peersCase,
];
const { values, positionals } = parseArgs({ allowPositionals: true, options: { json: { type: 'boolean' } } });
const unknown = positionals.filter((name) => !cases.some((known) => known.name === name));

if (unknown.length > 0) {
  process.stderr.write(`no case ${unknown.join(', ')}; there are ${cases.map(({ name }) => name).join(', ')}\n`);
  process.exit(2);
}

const measured = [];
for (const { name, title, reads, run } of cases) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  const rows = await run();
  measured.push({ name, title, reads, rows });
  if (!values.json) process.stdout.write(`${formatText({ title, reads, rows })}\n`);
}
if (values.json) process.stdout.write(`${JSON.stringify(measured, null, 2)}\n`);
if (positionals.length === 0) writeFileSync(join(root, 'docs/performance.md'), formatMarkdown(measured));
process.exitCode = measured.every(({ rows }) => rows.every(isKept)) ? 0 : 1;
