// Writes a log of so many mebibytes to standard output, as fast as it is taken.
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { logStream } from '../lib/inputs.mjs';

await pipeline(Readable.from(logStream('exec', Number(process.argv[2]))), process.stdout);
