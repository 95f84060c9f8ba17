import { constants, isUtf8 } from 'node:buffer';
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
const prefixForm = /^\{"seq":([1-9]\d{0,15}),"at":"/;

/** What stands before and behind the JSON of an event in its line. */
export function lineAround(seq: number, at: string): { before: Buffer; behind: Buffer } {
  return { before: Buffer.from(`{"seq":${seq},"at":"${at}","event":`), behind: lineEnd };
}

const lineEnd = Buffer.from('}\n');

/** Reads the number of a line from its first bytes, or nothing where there is none. */
export function seqOf(line: Buffer): number | undefined {
  const [, digits] = prefixForm.exec(line.toString('latin1', 0, prefixBytes)) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/** Tells whether a line is one that was torn and then closed. */
export function isTornLine(line: Buffer): boolean {
  return line.subarray(-tornMark.length).equals(tornMark);
}

/** Parses a line without its line feed. Returns nothing where it is no event. */
export function parseRecordLine(line: Buffer): RecordedEvent | undefined {
  const seq = seqOf(line);
  if (seq === undefined || !isUtf8(line)) return undefined;
  const { at, event } = parseObject(line) ?? {};
  if (typeof at !== 'string' || !isObject(event) || typeof event.type !== 'string') return undefined;
  return { seq, at, event: event as RecordedEvent['event'] };
}

/** Parses a line that holds a JSON object. Returns nothing where it holds anything else. */
export function parseObject(line: Buffer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line.toString());
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
