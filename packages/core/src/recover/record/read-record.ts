import { resolve } from 'node:path';
import { readEvents, tornWarning } from './read-events.ts';
import type { ReadRecordOptions, RecordedEvent } from './record.ts';
import { openToRead } from './record-file.ts';
import { readHeader } from './record-header.ts';

/**
 * Reads the events of a record, at any time and without a lock, also while another process writes to it.
 *
 * Contract: ends at the last whole line that is there when it is reached. Changes nothing. Memory is bounded by the
 * largest event. What is wrong in the file is passed over and told to `onWarning`.
 *
 * @throws SpillwayError `source-missing`, `source-denied`, `source-unreadable`; `record-refused`, `record-version`.
 */
export async function* readRecord(path: string, options?: ReadRecordOptions): AsyncGenerator<RecordedEvent> {
  const absolute = resolve(path);
  const file = await openToRead(absolute);
  try {
    const found = await readHeader(file, absolute);
    if (found !== undefined) {
      yield* readEvents(file, { path: absolute, from: found.endOffset }, options);
      return;
    }
    const { size } = await file.stat();
    if (size > 0) options?.onWarning?.(tornWarning(absolute, { byteOffset: 0, byteLength: size, isWhole: false }));
  } finally {
    await file.close();
  }
}
