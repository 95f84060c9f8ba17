import type { TextEncoding } from '../../bytes/byte-source.ts';
import { stripEscapes } from '../../bytes/escapes.ts';
import { afterLineFeed, countLineFeeds } from '../../bytes/line-feeds.ts';
import { lineFeedLength } from '../source/target.ts';
import type { LineMatcher } from './matcher.ts';

const escapeByte = 0x1b;

/** A line that may match. Positions in the bytes of its batch. */
export interface CandidateLine {
  readonly start: number;
  /** End of the line's own bytes, exclusive. */
  readonly end: number;
  /** Where the next line starts. */
  readonly next: number;
  /** Line feeds in the batch before `start`. */
  readonly feedsBefore: number;
  /** The line as it is searched, but for the CR of a CRLF. */
  readonly text: string;
  /** The line as it is, where `text` lacks terminal escape sequences of it. */
  readonly source?: string;
}

/**
 * Goes over the lines of a batch that may match, in order.
 *
 * Contract: `onEscapes` is called where sequences were left out. `bytes` holds whole lines and starts at an even offset
 * where it is UTF-16. Lines that are passed over cannot match. Terminal escape sequences are left out of text that is
 * searched, unless the pattern asks for them.
 */
export function candidateLines(
  bytes: Uint8Array,
  encoding: TextEncoding,
  matcher: LineMatcher,
  onEscapes: () => void,
): Iterable<CandidateLine> {
  const mayStrip = !matcher.seesEscapes && encoding !== 'binary' && bytes.includes(escapeByte);
  if (encoding === 'utf-8' && matcher.needles !== undefined && !mayStrip) {
    return linesWithNeedles(bytes, matcher.needles);
  }
  const decoded = decode(bytes, encoding);
  const text = mayStrip ? stripEscapes(decoded) : decoded;
  const isStripped = text.length < decoded.length;
  if (isStripped) onEscapes();
  return linesOfText({ bytes, text, isStripped }, encoding, matcher);
}

/** Looks for the bytes themselves, so that most of the batch is never decoded. */
function* linesWithNeedles(bytes: Uint8Array, needles: readonly Uint8Array[]): Generator<CandidateLine, void, void> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const places = needles.map((needle) => buffer.indexOf(needle));
  let at = 0;
  let feedsBefore = 0;
  for (;;) {
    let first = -1;
    for (const place of places) if (place >= 0 && (first < 0 || place < first)) first = place;
    if (first < 0) return;
    const start = Math.max(at, buffer.lastIndexOf(0x0a, first) + 1);
    const next = afterLineFeed(bytes, first);
    const end = next < 0 ? bytes.length : next - 1;
    feedsBefore += countLineFeeds(bytes, at, start);
    const text = buffer.toString('utf8', start, end);
    yield { start, end, next: next < 0 ? bytes.length : next, feedsBefore, text };
    if (next < 0) return;
    at = next;
    feedsBefore++;
    for (const [index, needle] of needles.entries()) {
      const place = places[index] as number;
      if (place >= 0 && place < at) places[index] = buffer.indexOf(needle, at);
    }
  }
}

/** Walks through text and bytes side by side, as line feeds are in both. */
function* linesOfText(
  batch: { readonly bytes: Uint8Array; readonly text: string; readonly isStripped: boolean },
  encoding: TextEncoding,
  matcher: LineMatcher,
): Generator<CandidateLine, void, void> {
  const { bytes, text, isStripped } = batch;
  const feedBytes = lineFeedLength(encoding);
  let hit = matcher.seek?.(text, 0) ?? 0;
  let start = 0;
  let unit = 0;
  for (let feedsBefore = 0; hit >= 0 && start < bytes.length; feedsBefore++) {
    const feed = text.indexOf('\n', unit);
    const endUnit = feed < 0 ? text.length : feed;
    const after = afterLineFeed(bytes, start, encoding);
    const next = after < 0 ? bytes.length : after;
    if (hit <= endUnit) {
      const end = after < 0 ? next : next - feedBytes;
      const line = { start, end, next, feedsBefore, text: text.slice(unit, endUnit) };
      const source = isStripped ? decode(bytes.subarray(start, end), encoding) : line.text;
      yield source.length === line.text.length ? line : { ...line, source };
      hit = matcher.seek === undefined ? endUnit + 1 : matcher.seek(text, endUnit + 1);
    }
    if (feed < 0) return;
    unit = feed + 1;
    start = next;
  }
}

const decoders = new Map<TextEncoding, InstanceType<typeof TextDecoder>>();

/** Decodes bytes that begin and end on code points; one character a byte where they are binary. */
export function decode(bytes: Uint8Array, encoding: TextEncoding): string {
  if (encoding === 'binary') return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  let decoder = decoders.get(encoding);
  if (decoder === undefined) {
    decoder = new TextDecoder(encoding, { ignoreBOM: true });
    decoders.set(encoding, decoder);
  }
  return decoder.decode(bytes);
}
