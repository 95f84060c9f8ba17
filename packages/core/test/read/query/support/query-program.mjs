import { Buffer } from 'node:buffer';
import process from 'node:process';

// It lies beside the compiled sources when it runs.
const { runQueryThread } = await import(new URL('./read/query/query-thread.js', import.meta.url).href);

/** Runs one query on a thread, and writes what came of it as JSON. */
const { json, repeat = 1, path, limits, abortAfterMs } = JSON.parse(process.argv[2]);
const text = json
  .replace('REPEAT', 'a'.repeat(repeat))
  .replace('OPEN', '['.repeat(repeat))
  .replace('CLOSE', ']'.repeat(repeat));
const task = {
  bytes: new Uint8Array(Buffer.from(text)),
  encoding: 'utf-8',
  path,
  from: { match: 1, offset: 0 },
  maxBytes: 1000,
};
const signal = abortAfterMs === undefined ? undefined : AbortSignal.timeout(abortAfterMs);
let turns = 0;
const ticking = setInterval(() => turns++, 5);
const answer = await runQueryThread(task, limits, signal).then(
  ({ matchCount, matches }) => ({
    matchCount,
    matches: matches.map(({ json: bytes }) => Buffer.from(bytes).toString()),
  }),
  (error) => ({ code: error.code, modelText: error.toModelText?.(), facts: error.facts }),
);
clearInterval(ticking);
process.stdout.write(JSON.stringify({ ...answer, turns }));
