import { createHash } from 'node:crypto';
import { SpillwayError } from '../../errors.ts';
import type { RecordEvent, SessionRecord } from '../record/record.ts';
import type { Send } from '../retry/ask.ts';
import { createRecovery, type SendOptions } from '../retry/recovery.ts';
import type { RecoveryOptions } from '../retry/recovery-options.ts';
import { applyChanges, type Change } from '../view/change.ts';
import { heal } from '../view/heal.ts';
import { findFormat } from '../wire/formats.ts';
import { isObject, type JsonObject, toJsonText } from '../wire/json.ts';
import type { WireFormat } from '../wire/wire-format.ts';
import { bodyAsSent } from './as-sent.ts';
import { withBytes, withoutBytes } from './record-bytes.ts';
import type { SessionEvent } from './session-event.ts';
import { createTranscriptFold, type Entry, restored, type Transcript, toEntry, withChange } from './transcript.ts';
import { unsentTexts } from './unsent-texts.ts';

/** How a session is opened. Its API is named, since a new one has no request to tell it by. */
export interface SessionOptions extends Omit<RecoveryOptions, 'known' | 'repairs' | 'format'> {
  readonly record: SessionRecord;
  readonly format: WireFormat | string;
}

/** A conversation: its record, and what is sent of it. */
export interface Session {
  /** Messages as the next request would hold them. */
  readonly messages: readonly JsonObject[];
  /** The number of the last request; 0 before the first. */
  readonly requestCount: number;
  /** Results that had to be bounded when they were sent, because what wrote them did not. */
  readonly healedCount: number;
  /**
   * Adds a message, and resolves with its `seq` when it is written.
   *
   * Contract: results over the budget are written in their bounded form, everything else as it is.
   */
  append(message: JsonObject): Promise<number>;
  /** Returns the next request: `base`, and the messages as they are sent. */
  build(base: JsonObject): Promise<JsonObject>;
  /**
   * Sends the next request and recovers where it is refused; see `Recovery.send`. The answer is the caller's to append.
   *
   * Contract: every request is recorded before it is sent. After an overflow that shortening could not help, texts that
   * were not answered yet are left out of later requests where they are what fills this one.
   */
  send<R>(base: JsonObject, send: Send<R>, options?: SendOptions): Promise<R>;
  /** Returns exactly what request `number` was. @throws SpillwayError `request-unknown`, `record-damaged`. */
  asSent(number: number): Promise<JsonObject>;
  /** Sends again as before what was shortened of a message. */
  restore(seq: number): Promise<void>;
}

/**
 * Opens the conversation that a record holds.
 *
 * Contract: reads the record once, with memory for the messages as they are sent; results that are over the budget are
 * read again one by one. The record stays its caller's to sync and to close.
 * @throws TypeError for a format that is not known.
 */
export async function openSession({ record, ...options }: SessionOptions): Promise<Session> {
  const format = typeof options.format === 'object' ? options.format : findFormat(options.format);
  if (format === undefined) throw new TypeError(`no format has the name "${String(options.format)}"`);
  const session = new RecordedSession(record, format, options);
  await session.load();
  return session;
}

class RecordedSession implements Session {
  readonly #record: SessionRecord;
  readonly #format: WireFormat;
  readonly #options: Omit<SessionOptions, 'record'>;
  readonly #recovery: ReturnType<typeof createRecovery>;
  #entries: Entry[] = [];
  #base: string | undefined;
  requestCount = 0;
  healedCount = 0;

  constructor(record: SessionRecord, format: WireFormat, options: Omit<SessionOptions, 'record'>) {
    this.#record = record;
    this.#format = format;
    this.#options = options;
    this.#recovery = createRecovery({
      ...options,
      format,
      repairs: true,
      known: { find: () => [], add: (_messages, changes) => this.#addChanges(changes) },
    });
  }

  async load(): Promise<void> {
    const { transcript } = await foldRecord(this.#record, this.#format, this.#options.spillway.settings);
    this.#entries = [...transcript.entries];
    this.#base = transcript.base && toJsonText(transcript.base);
    this.requestCount = transcript.requestCount;
    for (const [index, entry] of this.#entries.entries()) if (entry.isPartial) await this.#healFromRecord(entry, index);
  }

  get messages(): readonly JsonObject[] {
    return this.#entries.map(({ sent }) => sent);
  }

  async append(message: JsonObject): Promise<number> {
    const context = { bounder: this.#options.spillway, format: this.#format };
    const before = this.messages;
    const found = await heal(context, [...before, message], before.length);
    const bounded = found.filter(({ reason, toolName }) => toolName !== undefined && reason !== 'large-argument');
    const written = applyChanges(
      [message],
      bounded.map((change) => ({ ...change, index: 0 })),
    )[0] as JsonObject;
    const seq = await this.#write({ type: 'message', message: withoutBytes(written) });
    this.#entries.push(toEntry(seq, written, this.#format, this.#options.spillway.settings));
    return seq;
  }

  async build(base: JsonObject): Promise<JsonObject> {
    return this.#recovery.prepare(this.#bodyOf(base));
  }

  async send<R>(base: JsonObject, send: Send<R>, options: SendOptions = {}): Promise<R> {
    const before = this.requestCount;
    try {
      const answer = await this.#recovery.send(
        this.#bodyOf(base),
        async (body, attempt) => send(await this.#writeRequest(body), attempt),
        options,
      );
      await this.#write({ type: 'request-answered', number: this.requestCount });
      return answer;
    } catch (error) {
      if (this.requestCount > before) await this.#noteFailure(error);
      throw error;
    }
  }

  asSent(number: number): Promise<JsonObject> {
    return bodyAsSent(this.#record, this.#format, this.#options.spillway.settings, number);
  }

  async restore(seq: number): Promise<void> {
    const index = this.#indexOf(seq);
    await this.#write({ type: 'message-restored', seq });
    this.#entries[index] = restored(this.#entries[index] as Entry);
  }

  #bodyOf(base: JsonObject): JsonObject {
    return { ...base, [this.#format.messagesKey]: this.messages };
  }

  /** Returns the request with its keys in the order in which it is told again from the record. */
  async #writeRequest({ [this.#format.messagesKey]: messages, ...base }: JsonObject): Promise<JsonObject> {
    const baseText = toJsonText(base);
    if (baseText !== this.#base) await this.#write({ type: 'request-base', base: withoutBytes(base) });
    this.#base = baseText;
    const body = { ...base, [this.#format.messagesKey]: messages };
    const text = toJsonText(body);
    const sha256 = createHash('sha256').update(text).digest('hex');
    await this.#write({ type: 'request', number: this.requestCount + 1, byteLength: Buffer.byteLength(text), sha256 });
    this.requestCount += 1;
    return body;
  }

  async #noteFailure(error: unknown): Promise<void> {
    const isOverflow = SpillwayError.isInstance(error) && error.code === 'overflow';
    await this.#write({
      type: 'request-failed',
      number: this.requestCount,
      reason: SpillwayError.isInstance(error) ? error.code : 'provider',
    });
    if (!isOverflow || error.facts.largest !== 'texts') return;
    for (const entry of unsentTexts(this.#entries, this.#format)) {
      await this.#write({ type: 'message-withdrawn', seq: entry.seq });
      this.#entries.splice(this.#entries.indexOf(entry), 1);
    }
  }

  async #addChanges(changes: readonly Change[]): Promise<void> {
    for (const { index, ...change } of changes) {
      const entry = this.#entries[index] as Entry;
      if (change.reason === 'over-budget') this.healedCount += 1;
      await this.#write({ type: 'message-changed', seq: entry.seq, ...change, value: withoutBytes(change.value) });
      this.#entries[index] = withChange(entry, change);
    }
  }

  /** A result over the budget that no request held yet: it is read once more, and bounded. */
  async #healFromRecord({ seq }: Entry, index: number): Promise<void> {
    for await (const { event } of this.#record.events({ from: seq })) {
      const message = withBytes(event.message);
      if (!isObject(message)) return;
      const messages = this.messages.with(index, message).slice(0, index + 1);
      const changes = await heal({ bounder: this.#options.spillway, format: this.#format }, messages, index);
      await this.#addChanges(changes);
      return;
    }
  }

  #indexOf(seq: number): number {
    const index = this.#entries.findIndex((entry) => entry.seq === seq);
    if (index < 0) throw new TypeError(`no message of this session has the seq ${seq}`);
    return index;
  }

  #write(event: SessionEvent): Promise<number> {
    return this.#record.append(event as unknown as RecordEvent);
  }
}

async function foldRecord(
  record: SessionRecord,
  format: WireFormat,
  settings: Parameters<typeof createTranscriptFold>[1],
): Promise<{ transcript: Transcript }> {
  const fold = createTranscriptFold(format, settings);
  for await (const event of record.events()) fold.take(event);
  return fold;
}
