import { readRecord } from '../../../../src/recover/record/read-record.ts';
import type { RecordedEvent, RecordWarning, SessionRecord } from '../../../../src/recover/record/record.ts';

/** What reading a record gave. */
export interface ReadBack {
  readonly events: RecordedEvent[];
  readonly warnings: RecordWarning[];
}

/** Reads a record through: a file without a lock, or an open record by its own `events`. */
export async function readAll(record: string | SessionRecord, from = 1): Promise<ReadBack> {
  const warnings: RecordWarning[] = [];
  const events: RecordedEvent[] = [];
  const options = { from, onWarning: (warning: RecordWarning) => warnings.push(warning) };
  const source = typeof record === 'string' ? readRecord(record, options) : record.events(options);
  for await (const event of source) events.push(event);
  return { events, warnings };
}

/** Returns the numbers and the kinds of what was read. */
export async function outline(record: string | SessionRecord, from = 1): Promise<{ seqs: number[]; kinds: string[] }> {
  const { events, warnings } = await readAll(record, from);
  return { seqs: events.map(({ seq }) => seq), kinds: warnings.map(({ kind }) => kind) };
}
