// Compares bounding with what other agents do to the same string, and prints the rows as JSON. Runs in this folder,
// where the peers are installed, on a Node that all of them accept.
import { join } from 'node:path';
import { truncateHead } from '@earendil-works/pi-coding-agent';
import { saveTruncatedToolOutput } from '@google/gemini-cli-core';
import { createFilesystemMiddleware, FilesystemBackend } from 'deepagents';
import { ToolMessage } from 'langchain';
import { logText, marked } from '../lib/inputs.mjs';
import { timesAsLong } from '../lib/measure.mjs';
import { openSpillway } from '../lib/spillway.mjs';

const [folder = ''] = process.argv.slice(2);
const spillway = openSpillway(join(folder, 'store'), { fsync: false });
const backend = new FilesystemBackend({ rootDir: join(folder, 'deepagents'), virtualMode: true });
const middleware = createFilesystemMiddleware({ backend });

/** @type {Record<string, (text: string, id: string) => unknown>} */
const peers = {
  '`truncateHead` of @earendil-works/pi-coding-agent': (text) => truncateHead(text),
  '`wrapToolCall` of deepagents': (text, id) => {
    const message = new ToolMessage({ content: text, tool_call_id: id, name: 'bench' });
    const request = { toolCall: { name: 'bench', id, args: {} }, runtime: {}, state: {} };
    return middleware.wrapToolCall?.(/** @type {any} */ (request), async () => message);
  },
  '`saveTruncatedToolOutput` of @google/gemini-cli-core': (text, id) =>
    saveTruncatedToolOutput(text, 'bench', id, join(folder, 'gemini')),
};

const rows = [];
for (const mebibytes of [10, 64]) {
  const log = logText(mebibytes);
  for (const [name, call] of Object.entries(peers)) {
    const value = await timesAsLong({
      rounds: 7,
      warmups: 2,
      prepare: (round) => ({ text: marked(`${name} ${round}`, log), id: `call-${mebibytes}-${round}` }),
      subject: ({ text }) => spillway.bound(text, { toolName: 'bench' }),
      baseline: ({ text, id }) => call(text, id),
    });
    rows.push({ name: `${mebibytes} MB, ${name}`, value });
  }
}
await spillway.close();
process.stdout.write(JSON.stringify(rows));
// Some peers keep timers that would hold the process.
process.exit(0);
