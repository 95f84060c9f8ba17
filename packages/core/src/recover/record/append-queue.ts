import { lineAround } from './record-line.ts';

/** Lines are written together up to so many bytes. */
const batchBytes = 1_048_576;

/** An event that waits to be written. */
export interface WaitingEvent {
  readonly at: string;
  readonly json: readonly Buffer[];
  readonly resolve: (seq: number) => void;
  readonly reject: (error: unknown) => void;
}

/** Events with their numbers, ready to be written. */
export interface Batch {
  readonly events: readonly WaitingEvent[];
  readonly firstSeq: number;
  /** What is written first, to end a line that was torn. */
  readonly closing: Buffer;
  /** Where each event's line ends, from where the batch begins. */
  readonly ends: readonly number[];
}

/** Takes the next events from a queue: one at least, and no more than are worth one write. */
export function takeBatch(queue: WaitingEvent[], firstSeq: number, closing: Buffer): Batch {
  const ends: number[] = [];
  let end = closing.length;
  for (const [index, event] of queue.entries()) {
    if (index > 0 && end + byteLengthOf(event.json) > batchBytes) break;
    end += byteLengthOf(linePieces(event, firstSeq + index));
    ends.push(end);
  }
  return { events: queue.splice(0, ends.length), firstSeq, closing, ends };
}

/** Returns the bytes of a batch in buffers that are worth a write each. */
export function* batchChunks({ events, firstSeq, closing }: Batch): Generator<Buffer> {
  let pending: Buffer[] = [closing];
  let pendingBytes = closing.length;
  for (const [index, event] of events.entries()) {
    for (const piece of linePieces(event, firstSeq + index)) {
      pending.push(piece);
      pendingBytes += piece.length;
      if (pendingBytes < batchBytes) continue;
      yield Buffer.concat(pending);
      pending = [];
      pendingBytes = 0;
    }
  }
  if (pendingBytes > 0) yield Buffer.concat(pending);
}

function linePieces({ at, json }: WaitingEvent, seq: number): Buffer[] {
  const { before, behind } = lineAround(seq, at);
  return [before, ...json, behind];
}

function byteLengthOf(pieces: readonly Buffer[]): number {
  return pieces.reduce((sum, { length }) => sum + length, 0);
}
