import type { FileHandle } from 'node:fs/promises';
import { type Batch, batchChunks, takeBatch, type WaitingEvent } from './append-queue.ts';
import { encodeEvent } from './encode-event.ts';
import { readEvents } from './read-events.ts';
import type { ReadRecordOptions, RecordEvent, RecordedEvent, RecordHeader, SessionRecord } from './record.ts';
import { toUnwritable } from './record-errors.ts';
import { tornMark } from './record-line.ts';
import type { RecordLock } from './record-lock.ts';

const nothing = Buffer.alloc(0);
/** Ends a line that was torn, so that it is no event and the next one is. */
export const tornLineEnd: Buffer = Buffer.concat([tornMark, Buffer.from('\n')]);

/** A record as it was found when it was opened. */
export interface OpenedRecord {
  readonly path: string;
  readonly file: FileHandle;
  readonly lock: RecordLock;
  readonly header: RecordHeader;
  /** Where the events begin. */
  readonly eventsOffset: number;
  readonly byteLength: number;
  readonly lastSeq: number;
  readonly isTorn: boolean;
}

/** A record in a file that this process has locked. */
export class FileRecord implements SessionRecord {
  readonly path: string;
  readonly header: RecordHeader;
  readonly #opened: OpenedRecord;
  readonly #queue: WaitingEvent[] = [];
  #byteLength: number;
  #lastSeq: number;
  #isTorn: boolean;
  #isWriting = false;
  #written: Promise<void> = Promise.resolve();
  #isSynced = true;
  #closing: Promise<void> | undefined;

  constructor(opened: OpenedRecord) {
    this.#opened = opened;
    this.path = opened.path;
    this.header = opened.header;
    this.#byteLength = opened.byteLength;
    this.#lastSeq = opened.lastSeq;
    this.#isTorn = opened.isTorn;
  }

  get eventCount(): number {
    return this.#lastSeq;
  }

  get byteLength(): number {
    return this.#byteLength;
  }

  async append(event: RecordEvent): Promise<number> {
    this.#assertOpen();
    const json = encodeEvent(event);
    const at = new Date().toISOString();
    return new Promise((resolve, reject) => {
      this.#queue.push({ at, json, resolve, reject });
      if (!this.#isWriting) this.#written = this.#writeQueue();
    });
  }

  async sync(): Promise<void> {
    this.#assertOpen();
    await this.#sync();
  }

  events(options?: ReadRecordOptions): AsyncGenerator<RecordedEvent> {
    this.#assertOpen();
    const { path, file, eventsOffset } = this.#opened;
    const end = (): number => {
      this.#assertOpen();
      return this.#byteLength;
    };
    return readEvents(file, { path, from: eventsOffset, end }, options);
  }

  async close(): Promise<void> {
    this.#closing ??= this.#close();
    await this.#closing;
  }

  async #close(): Promise<void> {
    try {
      await this.#sync();
    } finally {
      await this.#opened.file.close().finally(() => this.#opened.lock.release());
    }
  }

  async #sync(): Promise<void> {
    await this.#written;
    if (this.#isSynced) return;
    try {
      this.#isSynced = true;
      await this.#opened.file.sync();
    } catch (error) {
      this.#isSynced = false;
      throw toUnwritable(this.path, error);
    }
  }

  async #writeQueue(): Promise<void> {
    this.#isWriting = true;
    // Calls that are made at once come together first.
    await undefined;
    while (this.#queue.length > 0) {
      await this.#write(takeBatch(this.#queue, this.#lastSeq + 1, this.#isTorn ? tornLineEnd : nothing));
    }
    this.#isWriting = false;
  }

  async #write(batch: Batch): Promise<void> {
    const { file, lock } = this.#opened;
    let failure: unknown;
    let written = 0;
    try {
      await lock.assertHeld();
      this.#isSynced = false;
      for (const chunk of batchChunks(batch)) {
        for (let from = 0; from < chunk.length; ) {
          const { bytesWritten } = await file.write(chunk, from, chunk.length - from, null);
          from += bytesWritten;
          written += bytesWritten;
        }
      }
    } catch (error) {
      failure = error;
    }
    this.#settle(batch, written, failure);
  }

  /** Acknowledges the lines that are whole, and refuses the others. */
  #settle({ events, firstSeq, closing, ends }: Batch, written: number, failure: unknown): void {
    this.#byteLength += written;
    const wholeCount = ends.filter((end) => end <= written).length;
    const wholeEnd = ends[wholeCount - 1] ?? (written < closing.length ? 0 : closing.length);
    this.#isTorn = written > wholeEnd || (this.#isTorn && written < closing.length);
    this.#lastSeq += wholeCount;
    const error = toUnwritable(this.path, failure);
    for (const [index, event] of events.entries()) {
      if (index < wholeCount) event.resolve(firstSeq + index);
      else event.reject(error);
    }
  }

  #assertOpen(): void {
    if (this.#closing !== undefined) throw new TypeError(`the record ${this.path} is closed`);
  }
}
