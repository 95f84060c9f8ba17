import type { Writable } from 'node:stream';
import type { Delivered } from '@spillway/tools';
import { write, writeText } from '../output/write.ts';

/** Prints what is delivered of a stream: its very bytes, or what stands in their place. */
export async function printDelivered(stream: Writable, delivered: Delivered | undefined): Promise<void> {
  if (delivered === undefined) return;
  if (delivered.exact === undefined) await writeText(stream, delivered.result.toText());
  else await write(stream, delivered.exact);
}
