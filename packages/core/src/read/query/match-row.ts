import { formatCount, plural } from '../../bytes/count-words.ts';
import { jsonEscapedLength, takeEscaped } from '../../bytes/escaped-length.ts';
import { sanitizeText } from '../../bytes/sanitize.ts';
import { createByteMap, decodeText, trimPartialEnd } from '../../bytes/text-units.ts';
import { takeFolded } from './fold.ts';
import type { FoundValue } from './run-query.ts';
import { countWholeItems } from './structure.ts';

/** One match of an answer, or a part of it. */
export interface QueryMatch {
  /** Finds this value alone, given back as a path; cut, and ending in `…`, where no path could be so long. */
  readonly path: string;
  /** What is shown: all of the value, as it stands in the content but for line breaks between its tokens, or a part. */
  readonly json: string;
  /** Where the value stands in the content: bytes, end exclusive. */
  readonly offset: number;
  readonly endOffset: number;
  /** Where what is shown begins and ends; less than the value where it is larger than an answer. */
  readonly shownFrom: number;
  readonly shownTo: number;
  readonly kind: FoundValue['kind'];
  /** Items of an array, members of an object. */
  readonly size: number;
  /** Items of an array that are whole in what is shown, where it begins with the first. */
  readonly wholeItems?: number;
}

/** A match as it is written. */
export interface MatchRow {
  readonly match: QueryMatch;
  readonly text: string;
  readonly isFolded: boolean;
  readonly replaced: number;
  readonly undecodable: number;
}

/** Escaped bytes of a path in front of its match; a longer one is cut. */
const maxPathBytes = 100;

/**
 * Writes a match in one line: its path, what kind it is where that matters, and its JSON.
 *
 * Contract: costs at most `maxBytes`, escaped. Returns nothing where the match does not fit whole and `mayCut` is false.
 * A part ends on a character and is never empty while `maxBytes` is at least `minContentBytes`.
 */
export function writeMatch(
  found: FoundValue,
  encoding: 'utf-8' | 'utf-16le' | 'utf-16be',
  maxBytes: number,
  mayCut: boolean,
): MatchRow | undefined {
  const bytes = found.isComplete ? found.json : trimPartialEnd(found.json, 'utf-8');
  const decoded = decodeText(bytes, 'utf-8');
  const { text, replaced } = sanitizeText(decoded.text);
  const isRest = found.fromOffset > found.offset;
  const wholeLabel = isRest ? partLabel(found, found.endOffset) : formatLabel(found);
  const whole = takeFolded(text, maxBytes - jsonEscapedLength(wholeLabel));
  const isWhole = found.isComplete && whole.units === text.length;
  if (!isWhole && !mayCut) return undefined;
  // The longest label that a part can have.
  const folded = isWhole ? whole : takeFolded(text, maxBytes - jsonEscapedLength(partLabel(found, found.endOffset)));
  const taken = createByteMap(bytes, decoded.text, 'utf-8')(folded.units);
  const shownTo = isWhole ? found.endOffset : found.fromOffset + (encoding === 'utf-8' ? taken : folded.units * 2);
  const isPart = isRest || !isWhole;
  const wholeItems =
    isPart && !isRest && found.kind === 'array' ? countWholeItems(bytes.subarray(0, taken)) : undefined;
  const { path, kind, size, offset, endOffset, fromOffset } = found;
  return {
    match: {
      path,
      json: folded.text,
      offset,
      endOffset,
      shownFrom: fromOffset,
      shownTo,
      kind,
      size,
      ...(wholeItems !== undefined && { wholeItems }),
    },
    text: (isPart ? partLabel(found, shownTo) : wholeLabel) + folded.text,
    isFolded: folded.text.length < folded.units,
    replaced,
    undecodable: decoded.replacements,
  };
}

function formatLabel(found: FoundValue): string {
  const size = found.kind === 'array' ? ` (${plural(found.size, 'item')})` : '';
  return `${shortPath(found.path)}${size}: `;
}

function partLabel(found: FoundValue, shownTo: number): string {
  const { kind, size, offset, endOffset, fromOffset } = found;
  const what =
    kind === 'array'
      ? `array of ${plural(size, 'item')}`
      : kind === 'object'
        ? `object of ${plural(size, 'member')}`
        : kind;
  const range = `its bytes ${fromOffset - offset}–${shownTo - offset} of ${formatCount(endOffset - offset)}`;
  return `${shortPath(found.path)} (${what}, ${range}): `;
}

function shortPath(path: string): string {
  const units = takeEscaped(path, maxPathBytes);
  return units === path.length ? path : `${path.slice(0, units)}…`;
}
