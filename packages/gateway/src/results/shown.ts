import { isUtf8 } from 'node:buffer';
import type { ContentBlock, OriginPart } from '../boundary.ts';
import { isCanonicalOf } from '../json/canonical.ts';
import { parseRange, slice } from '../json/raw.ts';
import type { Range } from '../json/scan.ts';
import { decodeString, decodeStringPieces, type Literal } from '../json/string-literal.ts';
import { EMPTY_PART, isEmptyText } from './empty-texts.ts';
import { isEmptyForModel } from './fit.ts';
import { type Occurrence, toOriginParts } from './origin-parts.ts';
import { findRepetition, onlyMember } from './repeats.ts';
import type { ResultItem, ToolResultView } from './tool-result.ts';

/** What of a tool result is bounded, and thus what its handle shows. */
export interface Shown {
  /**
   * Returns the value, or a new stream of it: it may be asked for again with another budget. A stream that meets something
   * that no JSON parser takes calls `onBroken` before it throws.
   */
  open(onBroken: (error: SyntaxError) => void): unknown;
  readonly mediaType?: string;
  /** The list that `open` gives, where it is one of parts. */
  readonly blocks?: readonly ContentBlock[];
  /** The literal that `open` decodes piece by piece, for who has decoded it already. */
  readonly literal?: Literal;
  /** It is the exact result of the server. */
  readonly isExact?: boolean;
  /** Takes the result apart into what `open` gave, to its end, and the little beside it; see `Origin`. */
  toParts?(): readonly OriginPart[] | undefined;
}

/** A text whose literal is larger than this is decoded piece by piece. */
const WHOLE_TEXT_BYTES = 1_048_576;

/**
 * Decides what the handle of a result shows.
 *
 * Contract: one text part shows its text; texts that only repeat the structured value show that value's exact bytes, or
 * the text where the value is but that text; a structured value alone shows its exact bytes; a result with neither, or
 * with content that is no list, shows its own bytes; all else is a list of parts, the structured value as the last.
 * Nothing that differs is left out.
 */
export function toShown(view: ToolResultView): Shown {
  const { bytes, structured, items } = view;
  if (isEmptyForModel(view)) {
    return { open: () => items.map(({ text }) => (text === undefined ? '' : decodeString(bytes, text))).join('') };
  }
  if (view.isMalformed) return toExact(view);
  const repetition = findRepetition(view);
  if (structured !== undefined && (items.length === 0 || repetition === 'same-json')) {
    return toJsonBytes(view, structured);
  }
  if (items.length === 0) return toExact(view);
  const [first] = items;
  if (first?.text !== undefined && items.length === 1 && (structured === undefined || repetition === 'same-text')) {
    return toText(view, first.text);
  }
  const blocks = items.map((item) => toBlock(bytes, item));
  if (structured !== undefined) blocks.push({ type: 'text', text: slice(bytes, structured).toString('utf8') });
  return { open: () => blocks, blocks };
}

/** Shows the content alone, for a result whose structured value is sent beside it. */
export function toContent(view: ToolResultView): Shown {
  const blocks = view.items.map((item) => toBlock(view.bytes, item));
  return { open: () => blocks, blocks };
}

/** Shows the exact bytes of a result, whatever they are. */
export function toRaw(view: ToolResultView): Shown {
  return { open: () => slice(view.bytes, view.range), isExact: true, toParts: () => [{ stored: 'raw' }] };
}

function toExact(view: ToolResultView): Shown {
  return { ...toRaw(view), mediaType: 'application/json' };
}

function toJsonBytes(view: ToolResultView, shown: Range): Shown {
  const { bytes, range, items } = view;
  const value = slice(bytes, shown);
  const isSpelled = (text: Range | undefined): text is Range => text !== undefined && isCanonicalOf(bytes, text, value);
  return {
    open: () => value,
    mediaType: 'application/json',
    toParts: () => {
      const spelled = items.map(({ text }) => text).filter(isSpelled);
      return toOriginParts(bytes, range, [
        toOccurrence(shown, 'raw'),
        ...spelled.map((text) => toOccurrence(text, 'escaped')),
      ]);
    },
  };
}

function toText(view: ToolResultView, text: Range): Shown {
  const { bytes, range } = view;
  const literal = slice(bytes, text);
  const repeated = view.structured === undefined ? undefined : onlyMember(bytes, view.structured);
  const places = repeated !== undefined && slice(bytes, repeated).equals(literal) ? [text, repeated] : [text];
  const toParts = () =>
    toOriginParts(
      bytes,
      range,
      places.map((place) => toOccurrence(place, 'escaped')),
    );
  if (literal.length <= WHOLE_TEXT_BYTES) {
    const value = decodeString(bytes, text);
    const isCanonical = () => literal.equals(Buffer.from(JSON.stringify(value)));
    return { open: () => value, toParts: () => (isCanonical() ? toParts() : undefined) };
  }
  let isCanonical = false;
  const decoded = (isSpelledSo: boolean): void => {
    isCanonical = isSpelledSo && isUtf8(literal);
  };
  return {
    open: (onBroken) => decodeStringPieces(bytes, text, { onBroken, onDecoded: decoded }),
    literal: { range: text, decoded },
    toParts: () => (isCanonical ? toParts() : undefined),
  };
}

const toOccurrence = (range: Range, stored: Occurrence['stored']): Occurrence => ({ range, stored });

/** A block that is no valid JSON becomes a text of its bytes, so that nothing is lost; an empty text gets words. */
function toBlock(bytes: Buffer, item: ResultItem): ContentBlock {
  const block = parseRange(bytes, item.range);
  if (isEmptyText(item)) return { ...(block as ContentBlock), text: EMPTY_PART };
  if (typeof block === 'object' && block !== null && typeof (block as ContentBlock).type === 'string')
    return block as ContentBlock;
  return { type: 'text', text: slice(bytes, item.range).toString('utf8') };
}
