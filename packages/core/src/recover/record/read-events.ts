import type { FileHandle } from 'node:fs/promises';
import { type LineRange, type RawLine, readLines } from './read-lines.ts';
import type { ReadRecordOptions, RecordedEvent, RecordWarning } from './record.ts';
import { isTornLine, parseRecordLine, seqOf } from './record-line.ts';
import { seekEvent } from './seek-event.ts';

/** Where the events of an open record lie. */
export interface EventRange extends LineRange {
  readonly path: string;
}

/**
 * Reads the events of an open record in order.
 *
 * Contract: as `SessionRecord.events`. The first event is found by halving, so that reading the end costs the same
 * however long the record is.
 */
export async function* readEvents(
  file: FileHandle,
  range: EventRange,
  { from = 1, onWarning = () => {} }: ReadRecordOptions = {},
): AsyncGenerator<RecordedEvent> {
  if (!Number.isSafeInteger(from) || from < 1) throw new TypeError('from is the number of an event, at least 1');
  const start = await seekEvent(file, range, from);
  let last = start === range.from ? 0 : undefined;
  for await (const lines of readLines(file, { ...range, from: start })) {
    for (const line of lines) {
      const seq = line.bytes && seqOf(line.bytes);
      const isTorn = !line.isWhole || (line.bytes !== undefined && isTornLine(line.bytes));
      if (seq !== undefined && seq < from && !isTorn) {
        last = seq;
        continue;
      }
      const event = isTorn ? undefined : eventIn(line, seq);
      if (event === undefined) {
        onWarning(isTorn ? tornWarning(range.path, line) : damagedWarning(range.path, line));
        continue;
      }
      if (last !== undefined && event.seq !== last + 1) onWarning(gapWarning(range.path, line, last, event.seq));
      last = event.seq;
      yield event;
    }
  }
}

function eventIn({ bytes, isUtf8 }: RawLine, seq: number | undefined): RecordedEvent | undefined {
  return bytes !== undefined && seq !== undefined && isUtf8 ? parseRecordLine(bytes, seq) : undefined;
}

/** What is told of a line that was cut short. */
export function tornWarning(path: string, line: Omit<RawLine, 'bytes' | 'isUtf8'>): RecordWarning {
  const { byteOffset, byteLength, isWhole } = line;
  const what = isWhole ? 'was cut short while it was written' : 'is not whole: it is being written, or was cut short';
  return { kind: 'torn', byteOffset, byteLength, message: `${path}: the line at byte ${byteOffset} ${what}` };
}

function damagedWarning(path: string, { byteOffset, byteLength }: RawLine): RecordWarning {
  const message = `${path}: the line at byte ${byteOffset} (${byteLength} bytes) is damaged and was passed over`;
  return { kind: 'damaged', byteOffset, byteLength, message };
}

function gapWarning(path: string, { byteOffset, byteLength }: RawLine, last: number, seq: number): RecordWarning {
  const message = `${path}: event ${seq}, at byte ${byteOffset}, follows event ${last}`;
  return { kind: 'gap', byteOffset, byteLength, message };
}
