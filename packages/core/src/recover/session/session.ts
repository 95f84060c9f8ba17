import { SpillwayError } from '../../errors.ts';
import type { SessionRecord } from '../record/record.ts';
import type { Send } from '../retry/ask.ts';
import { createRecovery, type Recovery, type SendOptions } from '../retry/recovery.ts';
import type { RecoveryOptions } from '../retry/recovery-options.ts';
import { applyChanges, type Change } from '../view/change.ts';
import { healMessage } from '../view/heal.ts';
import type { ViewContext } from '../view/view-context.ts';
import { resolveFormat } from '../wire/formats.ts';
import { isObject, isSamePath, type JsonObject } from '../wire/json.ts';
import { settle } from '../wire/settled.ts';
import type { WireFormat } from '../wire/wire-format.ts';
import { bodyAsSent } from './as-sent.ts';
import { readMessage, withLeftOut } from './left-out.ts';
import { withBytes, withoutBytes } from './record-bytes.ts';
import { createRequestLog, noteEvent, type RequestLog, writeEvent } from './request-log.ts';
import {
  createTranscriptFold,
  type Entry,
  missingIn,
  restored,
  type Transcript,
  toEntry,
  withChange,
} from './transcript.ts';
import { unsentTexts } from './unsent-texts.ts';

/** How a session is opened. Its API is named, since a new one has no request to tell it by. */
export interface SessionOptions extends Omit<RecoveryOptions, 'known' | 'repairs' | 'format'> {
  readonly record: SessionRecord;
  readonly format: WireFormat | string;
}

/** A conversation: its record, and what is sent of it. */
export interface Session {
  /** Messages as the next request would hold them, before what is wrong between them is mended. They are frozen. */
  readonly messages: readonly JsonObject[];
  /** The number of the last request; 0 before the first. */
  readonly requestCount: number;
  /** Results that had to be bounded when they were sent, because what wrote them did not. */
  readonly healedCount: number;
  /**
   * Adds a message, and resolves with its `seq` when it is written.
   *
   * Contract: results over the budget are written in their bounded form, everything else as it is. The message is taken
   * as it is when the call is made. Costs the same however long the conversation is. May be called while a request is
   * under way, which it is no part of then.
   * @throws TypeError for what is no JSON object.
   */
  append(message: JsonObject): Promise<number>;
  /** Returns the next request: `base`, and the messages as they are sent. @throws TypeError while one is under way. */
  build(base: object): Promise<JsonObject>;
  /**
   * Sends the next request and recovers where it is refused; see `Recovery.send`. The answer is the caller's to append.
   *
   * Contract: every request is recorded before it is sent; its messages are frozen, since they are what is recorded.
   * One request at a time. `send` may name its client's own type for the body. An answer is never lost because the
   * record cannot be written. After an overflow that shortening could not help, texts that were not answered yet are
   * left out of later requests where they are what fills this one.
   * @throws TypeError while another request is under way.
   */
  send<R, B extends object = JsonObject>(base: object, send: Send<R, B>, options?: SendOptions): Promise<R>;
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
  const format = resolveFormat(options.format);
  const transcript = await foldRecord(record, { bounder: options.spillway, format });
  const session = new RecordedSession(record, format, options, transcript);
  await session.fillIn();
  return session;
}

class RecordedSession implements Session {
  readonly #record: SessionRecord;
  readonly #context: ViewContext;
  readonly #recovery: Recovery;
  readonly #requests: RequestLog;
  /** In the order of their `seq`. */
  readonly #entries: Entry[];
  /** What is sent of the entries, in their order. */
  readonly #sent: JsonObject[];
  /** The same, frozen, since it was last asked for. */
  #messages: readonly JsonObject[] | undefined;
  #isBusy = false;
  healedCount = 0;

  constructor(
    record: SessionRecord,
    format: WireFormat,
    options: Omit<SessionOptions, 'record'>,
    transcript: Transcript,
  ) {
    this.#record = record;
    this.#requests = createRequestLog(record, format.messagesKey, transcript);
    this.#entries = [...transcript.entries.values()];
    this.#sent = this.#entries.map(({ sent }) => sent);
    this.#context = { bounder: options.spillway, format };
    this.#recovery = createRecovery({
      ...options,
      format,
      repairs: true,
      known: { find: () => [], add: (_messages, changes) => this.#addChanges(changes) },
    });
  }

  /** Bounds what is over the budget in the messages that were read. */
  async fillIn(): Promise<void> {
    for (const [index, entry] of this.#entries.entries()) if (entry.leftOut.length > 0) await this.#fillIn(index);
  }

  get requestCount(): number {
    return this.#requests.requestCount;
  }

  get messages(): readonly JsonObject[] {
    this.#messages ??= settle([...this.#sent]);
    return this.#messages;
  }

  async append(message: JsonObject): Promise<number> {
    const given = ownCopy(message);
    const changes = await healMessage(this.#context, given, this.#sent, this.#sent.length, 'result');
    const [written] = applyChanges(
      [given],
      changes.map((change) => ({ ...change, index: 0 })),
    );
    const seq = await writeEvent(this.#record, { type: 'message', message: withoutBytes(written as JsonObject) });
    this.#put(this.#entries.length, toEntry(seq, written as JsonObject));
    return seq;
  }

  build(base: object): Promise<JsonObject> {
    return this.#alone(() => this.#recovery.prepare(this.#bodyOf(base)));
  }

  send<R, B extends object = JsonObject>(base: object, send: Send<R, B>, options: SendOptions = {}): Promise<R> {
    return this.#alone(async () => {
      const before = this.requestCount;
      const through = this.#entries.at(-1)?.seq ?? 0;
      try {
        const answer = await this.#recovery.send(
          this.#bodyOf(base),
          async (body, attempt) => send((await this.#requests.write(body, through)) as B, attempt),
          options,
        );
        await noteEvent(this.#record, { type: 'request-answered', number: this.requestCount });
        return answer;
      } catch (error) {
        if (this.requestCount > before) await this.#noteFailure(error, through);
        throw error;
      }
    });
  }

  asSent(number: number): Promise<JsonObject> {
    return bodyAsSent(this.#record, this.#context.format, this.#context.bounder.settings, number);
  }

  restore(seq: number): Promise<void> {
    return this.#alone(async () => {
      const index = this.#entries.findIndex((entry) => entry.seq === seq);
      const entry = this.#entries[index];
      if (entry === undefined) throw new TypeError(`no message of this session has the seq ${seq}`);
      await writeEvent(this.#record, { type: 'message-restored', seq });
      this.#put(index, restored(entry));
      await this.#fillIn(index);
    });
  }

  /** What is sent changes with what is asked of it, so that one thing is done at a time. */
  async #alone<R>(work: () => Promise<R>): Promise<R> {
    if (this.#isBusy) throw new TypeError('a request of this session is under way: wait for its answer first');
    this.#isBusy = true;
    try {
      return await work();
    } finally {
      this.#isBusy = false;
    }
  }

  #bodyOf(base: object): JsonObject {
    return { ...base, [this.#context.format.messagesKey]: this.messages };
  }

  #put(index: number, entry: Entry): void {
    this.#entries[index] = entry;
    this.#sent[index] = entry.sent;
    this.#messages = undefined;
  }

  async #noteFailure(error: unknown, through: number): Promise<void> {
    const code = SpillwayError.isInstance(error) ? error.code : 'provider';
    await noteEvent(this.#record, { type: 'request-failed', number: this.requestCount, reason: code });
    if (code !== 'overflow' || (error as SpillwayError).facts.largest !== 'texts') return;
    const asked = this.#entries.filter(({ seq }) => seq <= through);
    for (const entry of unsentTexts(asked, this.#context.format)) {
      if (!(await noteEvent(this.#record, { type: 'message-withdrawn', seq: entry.seq }))) return;
      const index = this.#entries.indexOf(entry);
      this.#entries.splice(index, 1);
      this.#sent.splice(index, 1);
      this.#messages = undefined;
    }
  }

  async #addChanges(changes: readonly Change[]): Promise<void> {
    for (const { index, ...change } of changes) {
      const { seq } = this.#entries[index] as Entry;
      if (change.reason === 'over-budget') this.healedCount += 1;
      await writeEvent(this.#record, { type: 'message-changed', seq, ...change, value: withoutBytes(change.value) });
      this.#put(index, withChange(this.#entries[index] as Entry, change));
    }
  }

  /** Reads what is left out of a message once more, and bounds it. */
  async #fillIn(index: number): Promise<void> {
    const entry = this.#entries[index] as Entry;
    const missing = missingIn(entry);
    const written = missing.length === 0 ? undefined : await readMessage(this.#record, entry.seq);
    if (written === undefined) return;
    const changes = await healMessage(this.#context, written, this.#sent, index);
    await this.#addChanges(changes.filter(({ path }) => missing.some((left) => isSamePath(left, path))));
    this.#put(index, withLeftOut(this.#entries[index] as Entry, written));
  }
}

/** Takes a message as it will stand in the record, out of the hands of its caller. */
function ownCopy(message: JsonObject): JsonObject {
  const text: string | undefined = JSON.stringify(withoutBytes(message));
  const copy: unknown = text === undefined ? undefined : withBytes(JSON.parse(text));
  if (!isObject(copy)) throw new TypeError('a message of a session is a JSON object');
  return copy;
}

async function foldRecord(record: SessionRecord, { bounder, format }: ViewContext): Promise<Transcript> {
  const fold = createTranscriptFold(format, bounder.settings);
  for await (const event of record.events()) fold.take(event);
  return fold.transcript;
}
