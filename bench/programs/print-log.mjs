// Prints a log of so many mebibytes as programs do: each line is made when it is printed.
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { printedLog } from '../lib/inputs.mjs';

const [mebibytes = '', mark = ''] = process.argv.slice(2);
await pipeline(Readable.from(printedLog(mark, Number(mebibytes))), process.stdout);
