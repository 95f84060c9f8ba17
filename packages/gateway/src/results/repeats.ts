import { isDeepStrictEqual } from 'node:util';
import { parseRange, slice } from '../json/raw.ts';
import type { Range } from '../json/scan.ts';
import { scanArray, scanObject } from '../json/scan.ts';
import { decodeString } from '../json/string-literal.ts';
import type { ToolResultView } from './tool-result.ts';

/** How a result's texts stand to its structured value: they hold its one string, or they hold it as JSON, or neither. */
export type Repetition = 'same-text' | 'same-json' | 'none';

/** A text up to this size is compared as a value too, where its JSON differs in spelling alone. */
const MAX_PARSED_BYTES = 4_194_304;

/**
 * Tells whether the texts of a result only repeat its structured value.
 *
 * Contract: `same-text` when the structured value is an object of one string member and the one text is that string;
 * `same-json` when the one text is the structured value, or the value of its only member, written as JSON; or when
 * there is one text for each item of such an array. All else is `none`: nothing that differs is ever left out. Costs a
 * pass over both, and no parse above 4 MiB.
 */
export function findRepetition(view: ToolResultView): Repetition {
  const { bytes, structured, items } = view;
  const texts = items.flatMap((item) => (item.text === undefined ? [] : [item.text]));
  if (structured === undefined || texts.length === 0 || texts.length !== items.length) return 'none';
  const only = onlyMember(bytes, structured);
  const candidates = only === undefined ? [structured] : [structured, only];
  const [text] = texts;
  if (texts.length === 1 && text !== undefined) {
    if (only !== undefined && isSameString(bytes, only, text)) return 'same-text';
    return candidates.some((candidate) => isSameJson(bytes, candidate, text)) ? 'same-json' : 'none';
  }
  return candidates.some((candidate) => areSameItems(bytes, candidate, texts)) ? 'same-json' : 'none';
}

/** Returns the value of an object's only member; nothing for any other value. */
export function onlyMember(bytes: Buffer, structured: Range): Range | undefined {
  const object = scanObject(bytes, structured.start);
  return object?.members.length === 1 ? object.members[0]!.value : undefined;
}

function isSameString(bytes: Buffer, value: Range, text: Range): boolean {
  if (bytes[value.start] !== 0x22) return false;
  if (slice(bytes, value).equals(slice(bytes, text))) return true;
  if (value.end - value.start > MAX_PARSED_BYTES || text.end - text.start > MAX_PARSED_BYTES) return false;
  return parseRange(bytes, value) === parseRange(bytes, text);
}

function areSameItems(bytes: Buffer, value: Range, texts: readonly Range[]): boolean {
  const array = scanArray(bytes, value.start);
  if (array === undefined || array.items.length !== texts.length) return false;
  return array.items.every((item, index) => {
    const text = texts[index] as Range;
    return isSameString(bytes, item, text) || isSameJson(bytes, item, text);
  });
}

function isSameJson(bytes: Buffer, value: Range, text: Range): boolean {
  const first = bytes[value.start];
  if ((first !== 0x7b && first !== 0x5b) || bytes[text.start + 1] !== first) return false;
  const spelled = decodeLiteral(bytes, text);
  if (spelled === undefined) return false;
  if (isSameBesideSpace(slice(bytes, value), spelled)) return true;
  if (spelled.length > MAX_PARSED_BYTES || value.end - value.start > MAX_PARSED_BYTES) return false;
  return isEqual(parseRange(bytes, value), parseRange(spelled, { start: 0, end: spelled.length }));
}

function decodeLiteral(bytes: Buffer, text: Range): Buffer | undefined {
  try {
    return Buffer.from(decodeString(bytes, text));
  } catch {
    return undefined;
  }
}

/** Compares two JSON texts byte by byte, but for white space outside strings. */
function isSameBesideSpace(a: Buffer, b: Buffer): boolean {
  let atA = 0;
  let atB = 0;
  let inString = false;
  for (;;) {
    if (!inString) {
      while (atA < a.length && a[atA]! <= 0x20) atA++;
      while (atB < b.length && b[atB]! <= 0x20) atB++;
    }
    if (atA >= a.length || atB >= b.length) return atA >= a.length && atB >= b.length;
    const byte = a[atA++]!;
    if (byte !== b[atB++]) return false;
    if (byte === 0x22) inString = !inString;
    else if (inString && byte === 0x5c && a[atA++] !== b[atB++]) return false;
  }
}

function isEqual(a: unknown, b: unknown): boolean {
  try {
    return a !== undefined && isDeepStrictEqual(a, b);
  } catch {
    // Nested deeper than the call stack: not worth saying that they are the same.
    return false;
  }
}
