import type { Writable } from 'node:stream';
import { write, writeText } from '../output/write.ts';
import type { Delivered } from './deliver-stream.ts';

/** Prints what is delivered of a stream: its very bytes, or what stands in their place. */
export async function printDelivered(stream: Writable, delivered: Delivered | undefined): Promise<void> {
  if (delivered === undefined) return;
  if (delivered.exact === undefined) await writeText(stream, delivered.result.toText());
  else await write(stream, delivered.exact);
}

/** Turns what is delivered of a stream into data; a stream that printed nothing is the empty text. */
export function jsonOf(delivered: Delivered | undefined): object {
  if (delivered === undefined) return { partial: false, value: '' };
  if (delivered.exact === undefined) return delivered.result.toJson();
  return { partial: false, value: new TextDecoder('utf-8', { ignoreBOM: true }).decode(delivered.exact) };
}
