import { formatCount, plural } from '../../bytes/count-words.ts';
import { withheldFact } from '../../guard/withheld-fact.ts';
import { grownFact } from '../answer-facts.ts';
import { formatFrame, quoteText, toTitle } from '../frame.ts';
import type { GrepPage } from './grep-page.ts';
import type { GrepRequest } from './search-target.ts';

/** How the answer of a search is written. */
export interface GrepTextOptions {
  /** What was searched: a handle, a file name. */
  readonly title: string;
  /** Says more of a range of bytes, for the header; each one line without ` · `. */
  readonly notesFor?: (start: number, end: number) => readonly string[];
  /** Writes the call that goes on at a cursor, in one line. */
  readonly formatNext: (cursor: string) => string;
}

const shownPatternLength = 60;

/**
 * Writes the answer of a search as a model sees it.
 *
 * Contract: a frame (see `formatFrame`) whose body is the rows. The header never says that there is no match unless all
 * was searched.
 */
export function formatGrep(page: GrepPage, request: GrepRequest, options: GrepTextOptions): string {
  return formatFrame({
    title: `${toTitle(options.title)} searched for ${quoteText(request.pattern, shownPatternLength)}`,
    facts: [...grepFacts(page, request), ...(options.notesFor?.(page.searchedFrom, page.searchedTo) ?? [])],
    body: page.content,
    ...(page.next !== undefined && { call: options.formatNext(page.next) }),
  });
}

function grepFacts(page: GrepPage, request: GrepRequest): string[] {
  const facts = [page.matchCount === 0 ? noMatchFact(page) : countFact(page)];
  if (page.matchCount > 0) facts.push(shownFact(page));
  if (isStopped(page)) facts.push(searchedFact(page));
  else if (!page.isExact) facts.push('long lines were searched in pieces, so a match across a seam may be missing');
  if (page.matchCount === 0 && request.ignoreCase !== true) facts.push('upper and lower case told apart');
  if (page.hasEscapes) facts.push('terminal codes passed over (\\x1b in the pattern searches them)');
  if (page.shownMatches > 0) facts.push(markFact(page));
  if (page.hasWindows) facts.push('@ gives the byte offset of a match, … stands for what is left out of its line');
  if (page.lacksContext) facts.push('lines beside the first match left out for want of room');
  if (page.encoding === 'binary') facts.push('binary, searched as bytes');
  else if (page.encoding !== 'utf-8') facts.push(page.encoding);
  if (page.withheldBytes !== undefined) facts.push(`${withheldFact(page.withheldBytes)} and not searched`);
  if (page.hasGrown) facts.push(grownFact);
  return facts;
}

function isStopped(page: GrepPage): boolean {
  return page.searchedTo < page.byteLength;
}

function noMatchFact(page: GrepPage): string {
  if (isStopped(page)) return 'no match so far';
  if (!page.isExact) return 'no match found';
  if (page.searchedFrom > 0) return `no more matches${placeOf(page)}`;
  return `0 matches in ${page.totalLines === undefined ? plural(page.byteLength, 'byte') : plural(page.totalLines, 'line')}`;
}

function countFact(page: GrepPage): string {
  const isFirst = page.searchedFrom === 0;
  const noun = isFirst ? 'match' : 'more match';
  const count = `${page.isExact ? '' : 'at least '}${plural(page.matchCount, noun)}`;
  if (page.encoding === 'binary') return `${count}${placeOf(page)}`;
  const lines = `${count} in ${plural(page.matchingLines, 'line')}`;
  if (!isFirst) return `${lines}${placeOf(page)}`;
  const [first, last] = page.lineSpan ?? [0, 0];
  const span = last > first ? ` (${first}–${last})` : '';
  return `${lines}${page.totalLines === undefined ? '' : ` of ${formatCount(page.totalLines)}`}${span}`;
}

function placeOf(page: GrepPage): string {
  if (page.searchedFrom === 0) return '';
  const line = page.startLine === undefined ? '' : `line ${page.startLine}, `;
  return ` from ${line}byte ${page.searchedFrom} on`;
}

function shownFact(page: GrepPage): string {
  if (page.countOnly) return 'counted only, none shown';
  if (page.omittedMatches === 0) return isStopped(page) ? 'all of these shown' : 'all shown';
  const omitted = `${page.isExact ? '' : 'at least '}${formatCount(page.omittedMatches)}`;
  return `${formatCount(page.shownMatches)} shown, ${omitted} not shown`;
}

function searchedFact(page: GrepPage): string {
  const share = Math.floor((page.searchedTo / page.byteLength) * 100);
  return `searched to byte ${page.searchedTo} of ${formatCount(page.byteLength)} (${share}%), not the rest`;
}

function markFact(page: GrepPage): string {
  if (page.marks === undefined) return 'matches are not marked, as the lines hold every mark';
  return `matches marked ${page.marks.join('…')}`;
}
