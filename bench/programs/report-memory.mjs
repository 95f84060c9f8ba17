// Preloaded into a program: writes its highest resident memory, in bytes, into a file when it ends.
import { writeFileSync } from 'node:fs';
import { peakMemory } from '../lib/peak-memory.mjs';

const path = process.env.SPILLWAY_BENCH_MEMORY ?? '';
// The programs that this one starts are not measured.
delete process.env.SPILLWAY_BENCH_MEMORY;
if (path) process.on('exit', () => writeFileSync(path, String(peakMemory())));
