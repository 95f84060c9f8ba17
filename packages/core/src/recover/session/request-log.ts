import type { RecordEvent, SessionRecord } from '../record/record.ts';
import { type JsonObject, toJsonText } from '../wire/json.ts';
import { bodyDigest } from './body-digest.ts';
import { withoutBytes } from './record-bytes.ts';
import type { SessionEvent } from './session-event.ts';
import type { Transcript } from './transcript.ts';

/** Writes the requests of a session into its record. */
export interface RequestLog {
  /** The number of the last request. */
  readonly requestCount: number;
  /**
   * Writes the next request, of messages up to the one whose `seq` is `through`.
   *
   * Contract: returns it with its keys in the order in which it is told again from the record. What stands beside the
   * messages is written where it is not what it was.
   */
  write(body: JsonObject, through: number): Promise<JsonObject>;
}

/** Creates the log of a record that has some requests. */
export function createRequestLog(
  record: SessionRecord,
  messagesKey: string,
  { base, requestCount }: Pick<Transcript, 'base' | 'requestCount'>,
): RequestLog {
  let lastBase = base && toJsonText(base);
  let count = requestCount;
  return {
    get requestCount() {
      return count;
    },
    async write({ [messagesKey]: messages, ...rest }, through) {
      const baseText = toJsonText(rest);
      if (baseText !== lastBase) await writeEvent(record, { type: 'request-base', base: withoutBytes(rest) });
      lastBase = baseText;
      const body = { ...rest, [messagesKey]: messages };
      const text = toJsonText(body);
      const number = count + 1;
      const [byteLength, sha256] = [Buffer.byteLength(text), bodyDigest(text)];
      await writeEvent(record, { type: 'request', number, through, byteLength, sha256 });
      count = number;
      return body;
    },
  };
}

/** Writes an event of a session, and resolves with its `seq`. */
export function writeEvent(record: SessionRecord, event: SessionEvent): Promise<number> {
  return record.append(event as unknown as RecordEvent);
}

/**
 * Writes what is good to know and not needed; tells whether it is written. What an append after it needs to know, that
 * will be told.
 */
export function noteEvent(record: SessionRecord, event: SessionEvent): Promise<boolean> {
  return writeEvent(record, event).then(
    () => true,
    () => false,
  );
}
