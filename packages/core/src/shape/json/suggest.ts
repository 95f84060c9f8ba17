import { escapePattern } from '../../bytes/escape-pattern.ts';
import type { Description, Suggestion } from '../shape.ts';
import { detailsOf, type JsonDetails } from './facts/facts.ts';
import { arrayKind } from './paths/path-node.ts';
import { findPath, findSingle } from './queries/find-path.ts';
import { type Finding, findRare } from './queries/finding.ts';
import { isAll, largestScalar } from './rows/kind-words.ts';
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
/** Items that are shown of an array, and the largest that are. */
const fewItems = 3;
const maxItemBytes = 8_192;

/**
 * Finds the calls most worth making next: around the first fault; or what finds all that is rarest, and a page around
 * the first of it; or the first items, or the largest value.
 */
export function suggestJson(description: Description): readonly Suggestion[] {
  const details = detailsOf(description);
  const fault = details.hardFault ?? details.smallFault;
  const findings = findRare(details);
  const searches = searchesFor(details, findings);
  if (fault !== undefined && fault.byte !== -1) return [around(details, fault.offset, fault.line), ...searches];
  const place = findings[0]?.places[0];
  if (place === undefined) return withoutRare(details);
  const { elementOffset, elementBytes, offset, line } = place;
  const page =
    elementOffset === undefined || hasUsefulLines(details)
      ? around(details, elementOffset ?? offset, line)
      : elementAt(elementOffset, elementBytes);
  return searches[0]?.kind === 'query' ? [...searches, page] : [page, ...searches];
}

/** What finds the rarest: by path, which gives whole elements, or by text. */
function searchesFor(details: JsonDetails, findings: readonly Finding[]): Suggestion[] {
  const searches = new Map<string, Suggestion>();
  for (const finding of findings) {
    const path = findPath(details, finding);
    const pattern = toPattern(details, finding);
    if (path !== undefined) {
      searches.set(path, { kind: 'query', path, ...(pattern !== undefined && { pattern }) });
    } else if (pattern !== undefined) searches.set(pattern, { kind: 'grep', pattern });
    if (searches.size === maxSearches) break;
  }
  return [...searches.values()];
}

function withoutRare(details: JsonDetails): readonly Suggestion[] {
  const large = largest(details);
  const page: Suggestion = hasUsefulLines(details) ? pageAt(1, linesAround) : { kind: 'offset', offset: 0 };
  const path = large === undefined ? firstItems(details) : large.path;
  const place = large?.place ?? page;
  return path === undefined ? [place] : [{ kind: 'query', path }, place];
}

/** A page that shows a place; on one long line it starts a little before it. */
function around(details: JsonDetails, offset: number, line: number): Suggestion {
  if (details.isLines) return pageAt(Math.max(1, line - recordsBefore), recordsAround);
  if (hasUsefulLines(details)) return pageAt(Math.max(1, line - linesBefore), linesAround);
  return { kind: 'offset', offset: Math.max(0, offset - bytesBefore) };
}

/** One element on a long line, and nothing behind it. */
function elementAt(offset: number, byteCount: number | undefined): Suggestion {
  return { kind: 'offset', offset, ...(byteCount !== undefined && { byteCount }) };
}

function pageAt(startLine: number, lineCount: number): Suggestion {
  return { kind: 'page', startLine, lineCount };
}

/** Writes what stands in the content, key and value, as a regular expression. */
function toPattern({ gaps }: JsonDetails, finding: Finding): string | undefined {
  const { facts, what } = finding;
  if (what === 'missing' || what === 'not-null') return undefined;
  const key = facts.kind === 'key' ? `"${facts.source ?? facts.name}"` : '';
  if (key.length > maxPatternChars || facts.name.endsWith('…')) return undefined;
  if (what === 'present') return escapePattern(key);
  const { value } = finding;
  const text = value.isCut ? value.text.replace(/…"?$/, '') : value.text;
  const gap = gaps === narrowGap ? ':' : gaps === spaceGap ? ': ' : ':\\s*';
  const before = key === '' ? '' : escapePattern(key) + gap;
  return before + escapePattern(text.slice(0, maxPatternChars).toWellFormed());
}

/** The path of the array that is most of the content, to its first items. */
function firstItems(details: JsonDetails): string | undefined {
  const arrays = details.isLines
    ? []
    : details.paths.filter((facts) => facts.collections === 0 && isAll(facts, arrayKind));
  const [most] = arrays.sort((a, b) => b.byteTotal - a.byteTotal);
  const items = most?.itemCounts?.most ?? 0;
  if (most === undefined || most.byteTotal < details.byteLength / 2 || items < fewItems) return undefined;
  return most.byteTotal / items > maxItemBytes ? undefined : findSingle(details, most, `[:${fewItems}]`);
}

/** The one value that is a large part of the content: where it begins, and its path. */
function largest(details: JsonDetails): { readonly place: Suggestion; readonly path?: string | undefined } | undefined {
  const most = largestScalar(details);
  if (most === undefined || most.largestBytes < details.byteLength * largeShare) return undefined;
  const path = most.collections === 0 && most.parent >= 0 ? findSingle(details, most) : undefined;
  if (hasUsefulLines(details)) return { place: pageAt(most.largestLine, linesAround), path };
  return { place: { kind: 'offset', offset: most.largestOffset }, path };
}
