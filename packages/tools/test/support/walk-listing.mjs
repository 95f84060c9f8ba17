// Lists a directory to its end in pages: walk-listing.mjs <folder of the compiled sources> <directory> <maxResultBytes>.
// Prints what it saw as one JSON object.
import { createHash } from 'node:crypto';
import { formatCall, parsePage } from '@spillway/core';

const [, , compiled, directory, limit] = process.argv;
const { createListDirTool } = await import(`${compiled}/list-dir/create-list-dir-tool.js`);
const { createRoots } = await import(`${compiled}/roots/create-roots.js`);

const maxResultBytes = Number(limit);
const roots = createRoots([{ name: 'many', path: directory }]);
const context = { spillway: { settings: { maxResultBytes } }, roots, formatCall };

const used = () => {
  globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

const seen = { pages: 0, names: 0, isSorted: true, largestAnswer: 0, heldGrowth: 0 };
const hash = createHash('sha256');
let last = '';
const tool = createListDirTool('list_dir', context);
const before = used();
for (let input = { path: 'many' }; input !== undefined; ) {
  const answer = await tool.execute(input);
  if (answer.isError) throw new Error(answer.text);
  seen.pages += 1;
  seen.largestAnswer = Math.max(
    seen.largestAnswer,
    Buffer.byteLength(JSON.stringify([{ type: 'text', text: answer.text }])),
  );
  const { body, next } = parsePage(answer.text);
  for (const row of body.split('\n')) {
    const name = row.split(' · ')[0];
    seen.isSorted &&= Buffer.compare(Buffer.from(last), Buffer.from(name)) < 0;
    hash.update(`${name}\n`);
    seen.names += 1;
    last = name;
  }
  input = next?.arguments;
  if (seen.pages % 250 === 0) seen.heldGrowth = Math.max(seen.heldGrowth, used() - before);
}
console.log(JSON.stringify({ ...seen, sha256: hash.digest('hex') }));
