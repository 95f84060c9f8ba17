import { SpillwayError } from '../../errors.ts';
import type { SessionRecord } from '../record/record.ts';
import { repair } from '../view/repair/repair.ts';
import { type JsonObject, toJsonText } from '../wire/json.ts';
import type { WireFormat } from '../wire/wire-format.ts';
import { bodyDigest } from './body-digest.ts';
import { readMessage, withLeftOut } from './left-out.ts';
import type { SessionEvent } from './session-event.ts';
import { createTranscriptFold, type Entry, missingIn, type PartBudget, type Transcript } from './transcript.ts';

/**
 * Returns a request as it was sent, from its record.
 *
 * Contract: reads the record up to the request; memory for the request, and for no part that it did not hold.
 * @throws SpillwayError `request-unknown` where the record has no such request; `record-damaged` where what the record
 * holds does not come to the bytes that were sent.
 */
export async function bodyAsSent(
  record: SessionRecord,
  format: WireFormat,
  budget: PartBudget,
  number: number,
): Promise<JsonObject> {
  const fold = createTranscriptFold(format, budget);
  for await (const recorded of record.events()) {
    const event = recorded.event as unknown as SessionEvent;
    if (event.type !== 'request' || event.number !== number) {
      fold.take(recorded);
      continue;
    }
    const messages = await messagesOf(record, fold.transcript, event.through ?? Number.POSITIVE_INFINITY);
    const body = { ...fold.transcript.base, [format.messagesKey]: repair(messages, format).messages };
    if (bodyDigest(toJsonText(body)) === event.sha256) return body;
    throw new SpillwayError({
      code: 'record-damaged',
      message: `request ${number} cannot be told from ${record.path}: what it holds does not come to what was sent`,
      facts: { path: record.path, number },
    });
  }
  throw new SpillwayError({
    code: 'request-unknown',
    message: `${record.path} has no request ${number}`,
    facts: { path: record.path, number },
  });
}

/**
 * A part that is over the budget by now, and was bounded by no change before the request, was sent as it was written.
 */
async function messagesOf(record: SessionRecord, { entries }: Transcript, through: number): Promise<JsonObject[]> {
  const messages: JsonObject[] = [];
  for (const entry of entries.values()) if (entry.seq <= through) messages.push((await whole(record, entry)).sent);
  return messages;
}

async function whole(record: SessionRecord, entry: Entry): Promise<Entry> {
  if (missingIn(entry).length === 0) return entry;
  const written = await readMessage(record, entry.seq);
  return written === undefined ? entry : withLeftOut(entry, written);
}
