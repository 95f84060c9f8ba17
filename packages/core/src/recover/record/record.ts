/** What is recorded: one JSON object, whose `type` says what it is. */
export interface RecordEvent {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** An event as it stands in a record. */
export interface RecordedEvent {
  /** Counts from 1, without gaps. */
  readonly seq: number;
  /** When it was appended: ISO 8601, in UTC. */
  readonly at: string;
  readonly event: RecordEvent;
}

/** The first line of a record. */
export interface RecordHeader {
  readonly type: 'record';
  readonly version: number;
  /** When the record was made: ISO 8601, in UTC. */
  readonly at: string;
  readonly [field: string]: unknown;
}

/**
 * Something in a record that is not as it was written.
 *
 * `torn`: a line whose writing was cut short; it was never acknowledged. `damaged`: a line that is no event.
 * `gap`: an event whose `seq` does not follow the one before.
 */
export interface RecordWarning {
  readonly kind: 'torn' | 'damaged' | 'gap';
  /** Where the line begins in the file, and how long it is without its line feed. */
  readonly byteOffset: number;
  readonly byteLength: number;
  /** For people; names the file. */
  readonly message: string;
}

/** How a record is read. */
export interface ReadRecordOptions {
  /** The `seq` of the first event wanted. Default: 1. */
  readonly from?: number;
  /** Told once in a reading of each thing that is wrong. */
  readonly onWarning?: (warning: RecordWarning) => void;
}

/** A record that is open in this process, its one writer. */
export interface SessionRecord {
  readonly path: string;
  readonly header: RecordHeader;
  /** The `seq` of the last event; 0 in a new record. */
  readonly eventCount: number;
  /** The size of the file, a torn last line included. */
  readonly byteLength: number;
  /**
   * Adds an event at the end and resolves with its `seq`.
   *
   * Contract: the event is taken as it is when the call is made, as `JSON.stringify` writes it. Resolves when its bytes
   * are with the operating system, so it survives the end of this process by any signal; `sync` makes it survive the
   * end of the machine. Calls keep their order; those that come at once cost one write. Costs the same however long the
   * record is. A call that rejects has added nothing that is ever read.
   *
   * @throws SpillwayError `record-unwritable`: what was acknowledged stays, and a later call may succeed. TypeError for
   * what JSON cannot hold: a BigInt, a circle, a getter that throws, more than 512 MB.
   */
  append(event: RecordEvent): Promise<number>;
  /** Makes all that was appended before the call survive a crash of the machine. @throws as `append`. */
  sync(): Promise<void>;
  /**
   * Reads the events in order, those too that are appended before the end is reached.
   *
   * Contract: memory is bounded by the largest event. What is wrong in the file is passed over and told to `onWarning`.
   */
  events(options?: ReadRecordOptions): AsyncIterable<RecordedEvent>;
  /** Writes what waits, and lets the next writer in. Contract: may be called again. */
  close(): Promise<void>;
}
