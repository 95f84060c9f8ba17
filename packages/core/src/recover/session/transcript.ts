import type { Settings } from '../../bound/settings.ts';
import type { RecordedEvent } from '../record/record.ts';
import { applyChanges, type Change } from '../view/change.ts';
import { measureContent, surelyFits } from '../view/content.ts';
import { isObject, type JsonObject, replaceAt, valueAt } from '../wire/json.ts';
import type { WireFormat } from '../wire/wire-format.ts';
import { withBytes } from './record-bytes.ts';
import type { SessionEvent } from './session-event.ts';

/** One message of a session. */
export interface Entry {
  readonly seq: number;
  /** As it was written, but for what is bounded in it. */
  readonly message: JsonObject;
  /** A result over the budget is left out, and was not bounded yet. */
  readonly isPartial: boolean;
  /** What is shortened in it, and can be undone. */
  readonly changes: readonly Change[];
  /** As it is sent. */
  readonly sent: JsonObject;
}

/** What a result may weigh to be kept as it was written. */
export type PartBudget = Pick<Settings, 'maxResultBytes' | 'maxMediaBytes'>;

/** What the events of a record come to. */
export interface Transcript {
  readonly entries: readonly Entry[];
  readonly base?: JsonObject;
  readonly requestCount: number;
}

/** Folds the events of a record, one after the other. */
export interface TranscriptFold {
  take(event: RecordedEvent): void;
  readonly transcript: Transcript;
}

const shrunk: ReadonlySet<string> = new Set(['shrunk-result', 'shrunk-media', 'shrunk-argument']);

/**
 * Creates the fold of a record into its messages.
 *
 * Contract: memory grows with the messages as they are sent: of a result that is over the budget, and so never
 * sent as it was written, nothing is kept.
 */
export function createTranscriptFold(format: WireFormat, budget: PartBudget): TranscriptFold {
  const entries = new Map<number, Entry>();
  let base: JsonObject | undefined;
  let requestCount = 0;
  function take({ seq, event }: RecordedEvent): void {
    const known = event as unknown as SessionEvent;
    switch (known.type) {
      case 'message':
        if (isObject(known.message)) entries.set(seq, toEntry(seq, withBytes(known.message), format, budget));
        break;
      case 'request-base':
        base = withBytes(known.base);
        break;
      case 'request':
        requestCount = known.number;
        break;
      case 'message-changed':
        update(known.seq, (entry) => withChange(entry, withBytes(known)));
        break;
      case 'message-restored':
        update(known.seq, restored);
        break;
      case 'message-withdrawn':
        entries.delete(known.seq);
        break;
    }
  }
  function update(seq: number, change: (entry: Entry) => Entry): void {
    const entry = entries.get(seq);
    if (entry !== undefined) entries.set(seq, change(entry));
  }
  return {
    take,
    get transcript() {
      return { entries: [...entries.values()], ...(base !== undefined && { base }), requestCount };
    },
  };
}

/** Makes an entry of a message as it was written. */
export function toEntry(seq: number, message: JsonObject, format: WireFormat, budget: PartBudget): Entry {
  let kept = message;
  for (const part of format.partsOf(message)) {
    const value = part.kind === 'result' ? valueAt(message, part.path) : undefined;
    if (value === undefined || surelyFits(value, budget.maxResultBytes)) continue;
    const { textBytes, maxMediaBytes } = measureContent(value, format);
    if (textBytes <= budget.maxResultBytes && maxMediaBytes <= budget.maxMediaBytes) continue;
    kept = replaceAt(kept, part.path, '');
  }
  return { seq, message: kept, isPartial: kept !== message, changes: [], sent: kept };
}

/** Returns the entry with one more change; only what was shortened can be undone. */
export function withChange(entry: Entry, change: Omit<Change, 'index'>): Entry {
  const placed = { ...change, index: 0 };
  const sent = applyChanges([entry.sent], [placed])[0] as JsonObject;
  if (shrunk.has(change.reason)) return { ...entry, sent, changes: [...entry.changes, placed] };
  const message = applyChanges([entry.message], [placed])[0] as JsonObject;
  return { ...entry, message, sent, isPartial: false };
}

/** Undoes what was shortened; what was bounded stays so. */
export function restored(entry: Entry): Entry {
  return { ...entry, changes: [], sent: entry.message };
}
