import type { ContentBlock } from '../boundary.ts';
import { parseRange, slice } from '../json/raw.ts';
import type { Range } from '../json/scan.ts';
import { decodeString, decodeStringPieces } from '../json/string-literal.ts';
import { isEmptyForModel } from './fit.ts';
import { findRepetition } from './repeats.ts';
import type { ResultItem, ToolResultView } from './tool-result.ts';

/** What of a tool result is bounded, and thus what its handle shows. */
export interface Shown {
  /** Returns the value, or a new stream of it: it may be asked for again with another budget. */
  open(): unknown;
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
  if (isEmptyForModel(view)) {
    return { open: () => items.map(({ text }) => (text === undefined ? '' : decodeString(bytes, text))).join('') };
  }
  const repetition = findRepetition(view);
  if (structured !== undefined && (items.length === 0 || repetition === 'same-json')) {
    return toJsonBytes(bytes, structured);
  }
  if (items.length === 0) return toJsonBytes(bytes, view.range);
  const [first] = items;
  if (first?.text !== undefined && items.length === 1 && (structured === undefined || repetition === 'same-text')) {
    return toText(bytes, first.text);
  }
  const blocks = items.map((item) => toBlock(bytes, item));
  if (structured !== undefined) blocks.push({ type: 'text', text: slice(bytes, structured).toString('utf8') });
  return { open: () => blocks };
}

/** Shows the content alone, for a result whose structured value is sent beside it. */
export function toContent(view: ToolResultView): Shown {
  const blocks = view.items.map((item) => toBlock(view.bytes, item));
  return { open: () => blocks };
}

/** Shows the exact bytes of a result, whatever they are. */
export function toRaw(view: ToolResultView): Shown {
  return { open: () => slice(view.bytes, view.range) };
}

function toJsonBytes(bytes: Buffer, range: Range): Shown {
  return { open: () => slice(bytes, range), mediaType: 'application/json' };
}

function toText(bytes: Buffer, text: Range): Shown {
  if (text.end - text.start > WHOLE_TEXT_BYTES) return { open: () => decodeStringPieces(bytes, text) };
  const value = decodeString(bytes, text);
  return { open: () => value };
}

/** A block that is no valid JSON becomes a text of its bytes, so that nothing is lost. */
function toBlock(bytes: Buffer, item: ResultItem): ContentBlock {
  const block = parseRange(bytes, item.range);
  if (typeof block === 'object' && block !== null && typeof (block as ContentBlock).type === 'string')
    return block as ContentBlock;
  return { type: 'text', text: slice(bytes, item.range).toString('utf8') };
}
