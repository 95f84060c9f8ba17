import { jsonPieces } from './json-pieces.ts';
import type { RecordEvent } from './record.ts';
import { maxLineBytes, prefixBytes } from './record-line.ts';

/** Characters that are encoded together. */
const chunkCharacters = 262_144;
/** What stands around an event in its line, at most. */
const aroundBytes = prefixBytes + 64;

/**
 * Encodes an event as JSON.
 *
 * Contract: whole or not at all; a large one in pieces that lie outside of the heap.
 * @throws TypeError for what is no event, what JSON cannot hold, and what is too long to be read back.
 */
export function encodeEvent(event: RecordEvent): Buffer[] {
  if (!isEvent(event)) throw new TypeError('an event is a plain object with a type, which is a string');
  const chunks: Buffer[] = [];
  let byteLength = aroundBytes;
  for (const text of joinPieces(piecesOf(event))) {
    const chunk = Buffer.from(text);
    byteLength += chunk.length;
    if (byteLength > maxLineBytes) throw new TypeError(`an event has at most ${maxLineBytes} bytes as JSON`);
    chunks.push(chunk);
  }
  return chunks;
}

/** What converts itself, or is a list, would come back as something else. */
function isEvent(value: unknown): value is RecordEvent {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const { type, toJSON } = value as { type?: unknown; toJSON?: unknown };
  return typeof type === 'string' && typeof toJSON !== 'function';
}

function* joinPieces(pieces: Iterable<string>): Generator<string> {
  let pending = '';
  for (const piece of pieces) {
    pending += piece;
    if (pending.length < chunkCharacters) continue;
    yield pending;
    pending = '';
  }
  if (pending !== '') yield pending;
}

function* piecesOf(event: RecordEvent): Generator<string> {
  try {
    yield* jsonPieces(event);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new TypeError(`the event cannot be written as JSON: ${reason}`, { cause });
  }
}
