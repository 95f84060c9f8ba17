import type { Block } from '../boundary.ts';
import { parseRange, slice } from '../json/raw.ts';
import type { Range } from '../json/scan.ts';
import { decodeString, decodeStringPieces } from '../json/string-literal.ts';
import { isEmptyForModel } from './fit.ts';
import { findRepetition } from './repeats.ts';
import type { ResultItem, ToolResultView } from './tool-result.ts';

/** What of a tool result is bounded, and thus what its handle shows. */
export interface Shown {
  readonly value: unknown;
  readonly mediaType?: string;
}

/** A text whose literal is larger than this is decoded piece by piece. */
const WHOLE_TEXT_BYTES = 1_048_576;

/**
 * Decides what the handle of a result shows.
 *
 * Contract: one text part shows its text; texts that only repeat the structured value show that value's exact bytes, or
 * the text where the value is but that text; a structured value alone shows its exact bytes; a result with neither shows
 * its own bytes; all else is a list of parts, the structured value as the last. Nothing that differs is left out.
 */
export function toShown(view: ToolResultView): Shown {
  const { bytes, structured, items } = view;
  if (isEmptyForModel(view))
    return { value: items.map((item) => (item.text ? decodeString(bytes, item.text) : '')).join('') };
  const repetition = findRepetition(view);
  if (structured !== undefined && (items.length === 0 || repetition === 'same-json')) {
    return { value: slice(bytes, structured), mediaType: 'application/json' };
  }
  if (items.length === 0) return { value: slice(bytes, view.range), mediaType: 'application/json' };
  const [first] = items;
  if (first?.text !== undefined && items.length === 1 && (structured === undefined || repetition === 'same-text')) {
    return { value: toText(bytes, first.text) };
  }
  const blocks = items.map((item) => toBlock(bytes, item));
  if (structured !== undefined) blocks.push({ type: 'text', text: slice(bytes, structured).toString('utf8') });
  return { value: blocks };
}

function toText(bytes: Buffer, text: Range): string | AsyncIterable<string> {
  return text.end - text.start <= WHOLE_TEXT_BYTES ? decodeString(bytes, text) : decodeStringPieces(bytes, text);
}

/** A block that is no valid JSON becomes a text of its bytes, so that nothing is lost. */
function toBlock(bytes: Buffer, item: ResultItem): Block {
  const block = parseRange(bytes, item.range);
  if (typeof block === 'object' && block !== null && typeof (block as Block).type === 'string') return block as Block;
  return { type: 'text', text: slice(bytes, item.range).toString('utf8') };
}
