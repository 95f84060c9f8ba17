// Opens a record to write, reads all of it, appends an event, and prints its highest resident memory in bytes.
import { openRecord } from '@spillway/core';
import { peakMemory } from '../lib/peak-memory.mjs';

const record = await openRecord(process.argv[2] ?? '');
let events = 0;
for await (const { seq } of record.events()) {
  events += 1;
  if (seq !== events) throw new Error(`event ${seq} stands in the place of ${events}`);
}
if (events === 0 || (await record.append({ type: 'next' })) !== events + 1) throw new Error('events are missing');
await record.close();
process.stdout.write(String(peakMemory()));
