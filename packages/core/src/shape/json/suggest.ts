import { escapePattern } from '../../bytes/escape-pattern.ts';
import type { Description, Suggestion } from '../shape.ts';
import { detailsOf, type JsonDetails, type PathFacts, type PlaceFacts, type ValueFacts } from './facts/facts.ts';
import { rareValues } from './rows/field-rows.ts';
import { isScalar } from './rows/kind-words.ts';
import { hasUsefulLines } from './rows/place-words.ts';
import { narrowGap, spaceGap } from './tokens/key-gaps.ts';

const linesAround = 20;
const linesBefore = 5;
/** JSON Lines are longer, and each is whole. */
const recordsAround = 5;
const recordsBefore = 2;
const bytesBefore = 200;
const largeShare = 0.2;
const maxPatternChars = 120;
const maxSearches = 2;

/** What a search finds that few of many have. */
interface Finding {
  readonly facts: PathFacts;
  readonly value: ValueFacts | undefined;
  readonly places: readonly PlaceFacts[];
}

/**
 * Finds the calls most worth making next: around the first fault, or around what is rarest and to search for it, or at
 * the largest value.
 */
export function suggestJson(description: Description): readonly Suggestion[] {
  const details = detailsOf(description);
  const suggestions: Suggestion[] = [];
  const fault = details.hardFault ?? details.smallFault;
  if (fault !== undefined && fault.byte !== -1) suggestions.push(around(details, fault.offset, fault.line));
  const findings = rarest(details);
  const place = findings[0]?.places[0];
  if (place !== undefined && suggestions.length === 0) {
    const { elementOffset, offset, line } = place;
    suggestions.push(around(details, elementOffset ?? offset, line, elementOffset !== undefined));
  }
  const patterns = new Set(findings.map((finding) => toPattern(details, finding)).filter((text) => text !== undefined));
  for (const pattern of [...patterns].slice(0, maxSearches)) suggestions.push({ kind: 'grep', pattern });
  if (suggestions.length > 0) return suggestions;
  return [largest(details) ?? (hasUsefulLines(details) ? page(1, linesAround) : { kind: 'offset', offset: 0 })];
}

/** A page that shows a place; on one long line it starts at the place, or a little before it. */
function around(details: JsonDetails, offset: number, line: number, isStart = false): Suggestion {
  if (details.isLines) return page(Math.max(1, line - recordsBefore), recordsAround);
  if (hasUsefulLines(details)) return page(Math.max(1, line - linesBefore), linesAround);
  return { kind: 'offset', offset: isStart ? offset : Math.max(0, offset - bytesBefore) };
}

function page(startLine: number, lineCount: number): Suggestion {
  return { kind: 'page', startLine, lineCount };
}

/** What is rare, the top of the content first, then the rarest first. */
function rarest(details: JsonDetails): readonly Finding[] {
  const found: Finding[] = details.paths.flatMap((facts) => {
    const values = rareValues(facts).map((value) => ({ facts, value, places: value.places }));
    const present = facts.presentAt.length > 0 ? [{ facts, value: undefined, places: facts.presentAt }] : [];
    return [...values, ...present].filter(({ places }) => places.length > 0);
  });
  const depth = ({ facts }: Finding): number => facts.collections * 4 + facts.path.split('.').length;
  return found.sort((a, b) => depth(a) - depth(b) || a.places.length - b.places.length);
}

/** Writes what stands in the content, key and value, as a regular expression. */
function toPattern({ gaps }: JsonDetails, { facts, value }: Finding): string | undefined {
  const key = facts.kind === 'key' ? `"${facts.source ?? facts.name}"` : '';
  if (key.length > maxPatternChars || facts.name.endsWith('…')) return undefined;
  if (value === undefined) return escapePattern(key);
  const text = value.isCut ? value.text.replace(/…"?$/, '') : value.text;
  const gap = gaps === narrowGap ? ':' : gaps === spaceGap ? ': ' : ':\\s*';
  const before = key === '' ? '' : escapePattern(key) + gap;
  return before + escapePattern(text.slice(0, maxPatternChars).toWellFormed());
}

function largest(details: JsonDetails): Suggestion | undefined {
  const [most] = details.paths.filter(isScalar).sort((a, b) => b.largestBytes - a.largestBytes);
  if (most === undefined || most.largestBytes < details.byteLength * largeShare) return undefined;
  if (hasUsefulLines(details)) return page(most.largestLine, linesAround);
  return { kind: 'offset', offset: most.largestOffset };
}
