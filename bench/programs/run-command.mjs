// Makes one call of run_command and prints by how many bytes the resident memory grew at its highest.
import { createRoots, createTools } from '@spillway/tools';
import { peakMemory } from '../lib/peak-memory.mjs';
import { openSpillway } from '../lib/spillway.mjs';

const [folder = '', store = '', ...argv] = process.argv.slice(2);
const spillway = openSpillway(store, { fsync: false });
const roots = createRoots([{ name: 'bench', path: folder }]);
const [tool] = createTools({ spillway, roots, only: ['run_command'] });
if (tool === undefined) throw new Error('there is no run_command');
// What a first command loads is no growth.
await tool.execute({ argv: ['true'] });
const before = process.memoryUsage.rss();
const { page } = await tool.execute({ argv, timeoutMs: 3_600_000 });
await spillway.close();
process.stdout.write(JSON.stringify({ grownBytes: peakMemory() - before, page }));
