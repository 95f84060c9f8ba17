// Bounds a stream of so many mebibytes and prints by how many bytes the resident memory grew at its highest.
import { logStream } from '../lib/inputs.mjs';
import { peakMemory } from '../lib/peak-memory.mjs';
import { openSpillway } from '../lib/spillway.mjs';

const [mebibytes = '', store = ''] = process.argv.slice(2);
const spillway = openSpillway(store, { fsync: false });
const before = process.memoryUsage.rss();
const bounded = await spillway.bound(logStream('memory', Number(mebibytes)), { toolName: 'bench' });
if (bounded.complete) throw new Error('nothing was stored');
await spillway.close();
process.stdout.write(String(peakMemory() - before));
