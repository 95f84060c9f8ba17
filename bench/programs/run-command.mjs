// Makes one call of run_command and prints by how many bytes the resident memory grew at its highest.
import { peakMemory } from '../lib/peak-memory.mjs';
import { openSpillway } from '../lib/spillway.mjs';
import { openTools } from '../lib/tools.mjs';

const [folder = '', store = '', ...argv] = process.argv.slice(2);
const spillway = openSpillway(store, { fsync: false });
const { call } = openTools(spillway, folder);
// What a first command loads is no growth.
await call('run_command', { argv: ['true'] });
const before = process.memoryUsage.rss();
const { page } = await call('run_command', { argv, timeoutMs: 3_600_000 });
await spillway.close();
process.stdout.write(JSON.stringify({ grownBytes: peakMemory() - before, page }));
