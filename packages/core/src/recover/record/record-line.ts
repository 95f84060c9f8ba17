import { constants } from 'node:buffer';
import { isJsonObject, parseJsonObject } from '../../bytes/json-object.ts';
import type { RecordedEvent } from './record.ts';

/**
 * What is written behind a torn line before its line feed. No JSON ends in it, whatever stands before, so the line is
 * damaged for every reader.
 */
export const tornMark: Buffer = Buffer.from('#torn');
/** Longer lines cannot be read back: the text of an event is parsed as one string. */
export const maxLineBytes: number = constants.MAX_STRING_LENGTH;

/** The first bytes of a line, in which its number stands. */
export const prefixBytes = 32;
const seqStart = Buffer.from('{"seq":');
const seqEnd = Buffer.from(',"at":"');
const maxSeqDigits = 15;
const zero = 0x30;

/** What stands before and behind the JSON of an event in its line. */
export function lineAround(seq: number, at: string): { before: Buffer; behind: Buffer } {
  return { before: Buffer.from(`{"seq":${seq},"at":"${at}","event":`), behind: lineEnd };
}

const lineEnd = Buffer.from('}\n');

/** Reads the number of a line from its first bytes, or nothing where there is none. */
export function seqOf(line: Buffer): number | undefined {
  if (!hasAt(line, 0, seqStart)) return undefined;
  let seq = 0;
  let at = seqStart.length;
  for (const end = at + maxSeqDigits; at < end && isDigit(line[at]); at += 1)
    seq = seq * 10 + (line[at] as number) - zero;
  return line[seqStart.length] !== zero && seq > 0 && hasAt(line, at, seqEnd) ? seq : undefined;
}

/** Tells whether a line is one that was torn and then closed. */
export function isTornLine(line: Buffer): boolean {
  return hasAt(line, line.length - tornMark.length, tornMark);
}

/**
 * Parses a line without its line feed, which has a number. Returns nothing where it is no event.
 *
 * Contract: bytes that are no UTF-8 are for the caller to refuse.
 */
export function parseRecordLine(line: Buffer, seq: number): RecordedEvent | undefined {
  const { at, event } = parseJsonObject(line.toString()) ?? {};
  if (typeof at !== 'string' || !isJsonObject(event) || typeof event.type !== 'string') return undefined;
  return { seq, at, event: event as RecordedEvent['event'] };
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= zero && byte <= zero + 9;
}

/** Tells whether bytes stand at a position; byte by byte, as this is asked of every line. */
function hasAt(line: Buffer, position: number, bytes: Buffer): boolean {
  for (let index = 0; index < bytes.length; index += 1) if (line[position + index] !== bytes[index]) return false;
  return true;
}
