import type { SessionRecord } from '../record/record.ts';
import { isObject, type JsonObject, replaceAt, valueAt } from '../wire/json.ts';
import { settle } from '../wire/settled.ts';
import { withBytes } from './record-bytes.ts';
import { type Entry, missingIn } from './transcript.ts';

/** Reads a message as it was written; `undefined` where the record has none at that place any more. */
export async function readMessage(record: SessionRecord, seq: number): Promise<JsonObject | undefined> {
  for await (const recorded of record.events({ from: seq })) {
    const message = recorded.seq === seq ? withBytes(recorded.event.message) : undefined;
    return isObject(message) ? message : undefined;
  }
  return undefined;
}

/** Returns the entry with the parts that were left out of it as they were written. */
export function withLeftOut(entry: Entry, written: JsonObject): Entry {
  const missing = missingIn(entry);
  if (missing.length === 0) return entry;
  const fill = (message: JsonObject): JsonObject =>
    settle(missing.reduce((rest, path) => replaceAt(rest, path, valueAt(written, path) ?? null), message));
  const leftOut = entry.leftOut.filter((path) => !missing.includes(path));
  return { ...entry, message: fill(entry.message), sent: fill(entry.sent), leftOut };
}
