import type { ClientLimits } from '../clients/client-limits.ts';
import { decodeString } from '../json/string-literal.ts';
import { sideMembers, type ToolResultView } from './tool-result.ts';

const OPEN_OBJECT = 0x7b;
const LINE_FEED_ESCAPE = Buffer.from('\\n');
/** Escapes of control characters and surrogates, and DEL. */
const SIGNS_OF_UNSENDABLE = ['\\u', '\\b', '\\f', '\x7f'];

/**
 * Returns the largest media block that may pass in this result, in base64 bytes.
 *
 * Contract: at most the client's own limit, and so small that all blocks up to it together stay within the client's
 * limit for all media.
 */
export function maxMediaBytesOf(view: ToolResultView, limits: ClientLimits): number {
  let total = 0;
  let largest = 0;
  const sizes = mediaSizes(view).filter((size) => size <= limits.maxMediaBytes);
  for (const size of sizes.sort((a, b) => a - b)) {
    total += size;
    if (total > limits.maxMediaTotalBytes) return Math.min(largest, size - 1);
    largest = size;
  }
  return limits.maxMediaBytes;
}

/** Returns the bytes of an answer that count against the budget: all but the media that pass. */
export function countedBytes(view: ToolResultView, maxMediaBytes: number): number {
  const passing = mediaSizes(view).filter((size) => size <= maxMediaBytes);
  return view.bytes.length - passing.reduce((sum, size) => sum + size, 0);
}

/** Returns the bytes that stand around the media that pass; these count. */
export function mediaFrameBytes(view: ToolResultView, maxMediaBytes: number): number {
  return view.items.reduce((sum, { range, data }) => {
    const size = data === undefined ? Number.POSITIVE_INFINITY : data.end - data.start - 2;
    return size > maxMediaBytes ? sum : sum + range.end - range.start - size + 1;
  }, 0);
}

/** Counts the line ends that the texts of a result hold, from their raw form. */
export function countLines(view: ToolResultView): number {
  let count = 0;
  for (const { text } of view.items) {
    if (text === undefined) continue;
    const raw = view.bytes.subarray(text.start, text.end);
    for (let at = raw.indexOf(LINE_FEED_ESCAPE); at !== -1; at = raw.indexOf(LINE_FEED_ESCAPE, at + 2)) count++;
  }
  return count;
}

/** Tells whether a model would see nothing at all of a result. */
export function isEmptyForModel(view: ToolResultView): boolean {
  const isNull = view.range.end - view.range.start === 4 && view.bytes[view.range.start] === 0x6e;
  if (!isNull && view.bytes[view.range.start] !== OPEN_OBJECT) return false;
  if (view.isMalformed || view.structured !== undefined || view.items.some((item) => item.text === undefined))
    return false;
  if (view.items.length === 0) return sideMembers(view).every(({ key }) => key === '_meta' || key === 'resultType');
  return view.items.every(({ text }) => text !== undefined && isBlank(view.bytes, text));
}

/**
 * Tells whether a result may hold characters that no provider accepts; false is certain, true is not.
 *
 * Contract: takes raw JSON; native searches, which cost no decoding.
 */
export function mayHoldUnsendable(raw: Buffer | string): boolean {
  return SIGNS_OF_UNSENDABLE.some((sign) => raw.includes(sign));
}

function mediaSizes(view: ToolResultView): number[] {
  return view.items.flatMap(({ data }) => (data === undefined ? [] : [data.end - data.start - 2]));
}

function isBlank(bytes: Buffer, text: { start: number; end: number }): boolean {
  if (text.end - text.start > 65_536) return false;
  try {
    return decodeString(bytes, text).trim() === '';
  } catch {
    return false;
  }
}
