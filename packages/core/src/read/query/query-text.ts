import { formatCount, plural } from '../../bytes/count-words.ts';
import { withheldFact } from '../../guard/withheld-fact.ts';
import { grownFact, replacedFact, undecodableFact } from '../answer-facts.ts';
import { formatFrame, quoteText, toTitle } from '../frame.ts';
import type { QueryMatch } from './match-row.ts';
import type { QueryPage } from './query-page.ts';
import type { QueryRequest } from './query-request.ts';

/** How the answer of a query is written. */
export interface QueryTextOptions {
  /** What was queried: a handle, a file name. */
  readonly title: string;
  /** Says more of a range of bytes, for the header; each one line without ` · `. */
  readonly notesFor?: (start: number, end: number) => readonly string[];
  /** Writes the call that goes on at a cursor, in one line. */
  readonly formatNext: (cursor: string) => string;
}

const shownPathLength = 100;
const shownKeyLength = 30;
/** A whole number that a 64-bit float may not hold. */
const largeNumber = /(?<![\w.'"[:])-?\d{16,}(?![\w'"])/;

/**
 * Writes the answer of a query as a model sees it.
 *
 * Contract: a frame (see `formatFrame`) whose body is a match a line: its path, `: ` and its JSON.
 */
export function formatQuery(page: QueryPage, request: QueryRequest, options: QueryTextOptions): string {
  return formatFrame({
    title: `${toTitle(options.title)} at ${quoteText(request.path, shownPathLength)}`,
    facts: [...queryFacts(page, request), ...(options.notesFor?.(0, page.byteLength) ?? [])],
    body: page.content,
    ...(page.next !== undefined && { call: options.formatNext(page.next) }),
  });
}

function queryFacts(page: QueryPage, request: QueryRequest): string[] {
  const facts = [plural(page.matchCount, 'match')];
  if (page.matchCount > 0) facts.push(shownFact(page));
  const [only] = page.matches;
  if (only !== undefined && (page.startsMidMatch || page.endsMidMatch)) facts.push(...partFacts(page, only));
  else if (only !== undefined && page.matchCount === 1) facts.push(`${kindWords(only)}, whole`);
  facts.push(formatFact(page));
  if (page.faultyLines > 0) {
    facts.push(
      `passed over as no JSON: ${plural(page.faultyLines, 'line')}, the first is line ${page.firstFaultyLine}`,
    );
  }
  if (page.wrongPattern !== undefined) {
    facts.push(`no regular expression, so nothing matches it: ${quoteText(page.wrongPattern, shownPathLength)}`);
  }
  if (page.matchCount === 0) facts.push(...rootFacts(page));
  if (page.hasDuplicates) facts.push('a key stands more than once in its object, the last one counts');
  if (largeNumber.test(request.path))
    facts.push('numbers are compared as 64-bit floats, so beyond 2^53 near ones are equal');
  if (page.isFolded) facts.push('line breaks between tokens left out');
  if (page.undecodable > 0) facts.push(undecodableFact(page.undecodable));
  if (page.replaced > 0) facts.push(replacedFact(page.replaced));
  if (page.withheldBytes !== undefined) facts.push(withheldFact(page.withheldBytes));
  if (page.hasGrown) facts.push(grownFact);
  return facts;
}

function shownFact(page: QueryPage): string {
  const { firstMatch, lastMatch = 0, matchCount } = page;
  if (page.countOnly) return 'counted only, none shown';
  if (firstMatch === undefined) return 'no more to show';
  if (page.endsMidMatch) return `a part of match ${firstMatch} shown`;
  if (page.startsMidMatch) {
    return `the rest of match ${firstMatch}${lastMatch > firstMatch ? ` and all to match ${lastMatch}` : ''} shown`;
  }
  if (firstMatch === 1 && lastMatch === matchCount) return 'all shown';
  return firstMatch === lastMatch ? `match ${firstMatch} shown` : `matches ${firstMatch}–${lastMatch} shown`;
}

/** Says how much there is of a match that is larger than an answer, and the ways to the rest. */
function partFacts(page: QueryPage, match: QueryMatch): string[] {
  const { offset, endOffset, path, wholeItems } = match;
  const facts = [`${kindWords(match)}, bytes ${offset}–${endOffset} of the content`];
  if (!page.endsMidMatch) return facts;
  const isShort = path.length <= shownPathLength;
  if (wholeItems !== undefined && isShort)
    facts.push(
      `the JSONPath ${quoteText(`${path}[${wholeItems}:]`, 2 * shownPathLength)} finds its items that are not whole here`,
    );
  else if (match.kind === 'object') facts.push('a longer JSONPath finds one of its members');
  return facts;
}

function kindWords({ kind, size }: QueryMatch): string {
  if (kind === 'array') return `an array of ${plural(size, 'item')}`;
  if (kind === 'object') return `an object of ${plural(size, 'member')}`;
  return kind === 'null' ? kind : `a ${kind}`;
}

function formatFact({ format, documentCount }: QueryPage): string {
  return format === 'json' ? 'JSON' : `JSON Lines: ${plural(documentCount, 'document')}, one a line, the items of $`;
}

/** Without a match, says what there is to be found. */
function rootFacts({ root, format }: QueryPage): string[] {
  if (format === 'json-lines') return ['begin the JSONPath with $[*] to look into each document'];
  if (root.kind === 'array') return [`$ is an array of ${plural(root.size, 'item')}`];
  if (root.kind === 'scalar') return ['$ is neither an object nor an array'];
  const keys = root.keys.map((key) => quoteText(key, shownKeyLength)).join(', ');
  const more = root.size - root.keys.length;
  return [`$ is an object with the keys ${keys}${more > 0 ? ` and ${formatCount(more)} more` : ''}`];
}
