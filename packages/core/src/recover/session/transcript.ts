import type { Settings } from '../../bound/settings.ts';
import type { RecordedEvent } from '../record/record.ts';
import { holdsLongString } from '../view/bound-arguments.ts';
import { applyChanges, type Change } from '../view/change.ts';
import { isOverBudget } from '../view/content.ts';
import {
  isObject,
  isSamePath,
  type JsonObject,
  type JsonPath,
  type JsonValue,
  replaceAt,
  valueAt,
} from '../wire/json.ts';
import { settle } from '../wire/settled.ts';
import type { WireFormat, WirePart } from '../wire/wire-format.ts';
import { withBytes } from './record-bytes.ts';
import type { SessionEvent } from './session-event.ts';

/** One message of a session. Nothing in it ever changes. */
export interface Entry {
  readonly seq: number;
  /** As it was written, but for what is bounded in it. */
  readonly message: JsonObject;
  /** Parts over the budget that were not bounded yet, and stand in `message` as empty texts: they are in the record. */
  readonly leftOut: readonly JsonPath[];
  /** What is shortened in it, and can be undone. */
  readonly changes: readonly Change[];
  /** As it is sent. */
  readonly sent: JsonObject;
}

/** What a part may weigh to be kept as it was written. */
export type PartBudget = Pick<Settings, 'maxResultBytes' | 'maxMediaBytes' | 'maxArgumentBytes'>;

/** What the events of a record come to. */
export interface Transcript {
  readonly entries: ReadonlyMap<number, Entry>;
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
 * Contract: memory grows with the messages as they are sent: of a part that is over the budget, and so never sent as it
 * was written, nothing is kept. Events of other types, and such as are not what they should be, are passed over.
 */
export function createTranscriptFold(format: WireFormat, budget: PartBudget): TranscriptFold {
  const entries = new Map<number, Entry>();
  let base: JsonObject | undefined;
  let requestCount = 0;
  function take({ seq, event }: RecordedEvent): void {
    const known = event as unknown as SessionEvent;
    switch (known.type) {
      case 'message':
        if (isObject(known.message)) entries.set(seq, toBoundedEntry(seq, withBytes(known.message), format, budget));
        break;
      case 'request-base':
        if (isObject(known.base)) base = withBytes(known.base);
        break;
      case 'request':
        if (Number.isSafeInteger(known.number)) requestCount = known.number;
        break;
      case 'message-changed':
        if (Array.isArray(known.path)) update(known.seq, (entry) => withChange(entry, withBytes(known)));
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
      return { entries, ...(base !== undefined && { base }), requestCount };
    },
  };
}

const none: readonly never[] = [];

/** Makes an entry of a message as it was written. */
export function toEntry(seq: number, message: JsonObject): Entry {
  return { seq, message: settle(message), leftOut: none, changes: none, sent: message };
}

/** Makes an entry without the parts that are over the budget. */
function toBoundedEntry(seq: number, message: JsonObject, format: WireFormat, budget: PartBudget): Entry {
  const entry = toEntry(seq, message);
  const leftOut = format
    .partsOf(message)
    .filter((part) => isLeftOut(part, valueAt(message, part.path), format, budget))
    .map(({ path }) => path);
  if (leftOut.length === 0) return entry;
  const kept = leftOut.reduce((rest, path) => replaceAt(rest, path, ''), message);
  return { ...toEntry(seq, kept), leftOut };
}

function isLeftOut(part: WirePart, value: JsonValue | undefined, format: WireFormat, budget: PartBudget): boolean {
  if (part.kind === 'result') return isOverBudget(value, budget, format);
  return part.kind === 'call' && holdsLongString(value, budget.maxArgumentBytes);
}

/** Returns the entry with one more change; only what was shortened can be undone. */
export function withChange(entry: Entry, change: Omit<Change, 'index'>): Entry {
  const placed = { ...change, index: 0 };
  const sent = settle(applyChanges([entry.sent], [placed])[0] as JsonObject);
  if (shrunk.has(change.reason)) return { ...entry, sent, changes: [...entry.changes, placed] };
  const message = settle(applyChanges([entry.message], [placed])[0] as JsonObject);
  return { ...entry, message, sent, leftOut: entry.leftOut.filter((path) => !isSamePath(path, change.path)) };
}

/** Undoes what was shortened; what was bounded stays so. */
export function restored(entry: Entry): Entry {
  return { ...entry, changes: [], sent: entry.message };
}

/** Tells the parts that are left out of the message as it is sent: those of which no shorter form is known either. */
export function missingIn({ leftOut, changes }: Entry): readonly JsonPath[] {
  return leftOut.filter((path) => !changes.some((change) => isSamePath(change.path, path)));
}
