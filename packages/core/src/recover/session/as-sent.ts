import { createHash } from 'node:crypto';
import { SpillwayError } from '../../errors.ts';
import type { SessionRecord } from '../record/record.ts';
import { repair } from '../view/repair/repair.ts';
import { type JsonObject, toJsonText } from '../wire/json.ts';
import type { WireFormat } from '../wire/wire-format.ts';
import type { SessionEvent } from './session-event.ts';
import { createTranscriptFold, type PartBudget } from './transcript.ts';

/**
 * Returns a request as it was sent, from its record.
 *
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
    const { entries, base } = fold.transcript;
    const { messages } = repair(
      entries.map(({ sent }) => sent),
      format,
    );
    const body = { ...base, [format.messagesKey]: messages };
    const sha256 = createHash('sha256').update(toJsonText(body)).digest('hex');
    if (sha256 === event.sha256) return body;
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
