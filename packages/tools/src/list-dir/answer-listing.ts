import {
  type Answer,
  type AnswerBudget,
  digestListing,
  digestName,
  fitAnswer,
  formatCount,
  formatFrame,
  formatListingCursor,
  jsonEscapedLength,
  maxCursorNames,
  parseListingCursor,
  plural,
} from '@spillway/core';
import { formatEntryRow, type ListedEntry, toListedEntry } from './entry-row.ts';
import type { EntryFacts, ListEntry } from './list-entry.ts';
import type { Window } from './scan-memory.ts';

/** Something that can be listed in a fixed order. */
export interface ListSource {
  /** Tells it, and how it is listed, from everything else. */
  readonly identity: string;
  /** Returns at least `limit` entries behind the last of `digests` that is still there, or all there are. */
  window(digests: readonly number[], limit: number): Promise<Window>;
  look(entry: ListEntry): Promise<EntryFacts>;
}

/** One page of a listing. */
export interface ListPage {
  readonly entries: readonly ListedEntry[];
  /** The place of the first entry on the page, counted from 1; one more than `total` where there is none. */
  readonly startEntry: number;
  readonly total: number;
  /** Directories below that could not be read, of all levels; only where `depth` is more than 1. */
  readonly unreadable: number;
  readonly complete: boolean;
  readonly next?: string;
}

/** What the answer may cost and how it is written. */
export interface ListAnswerOptions extends AnswerBudget {
  readonly title: string;
  /** Said of the whole listing, such as its depth. */
  readonly notes?: readonly string[];
  readonly cursor?: string;
  readonly formatNext: (cursor: string) => string;
  /** Encoded bytes that an entry takes. Default: its line in the text. */
  readonly measure?: (entry: ListedEntry) => number;
  /** Default: a name too long for a page stands as a token. */
  readonly cutsNames?: boolean;
}

/** `x · 0 B` and a newline as JSON writes it. */
const minRowBytes = 10;
const newlineBytes = 2;
/** Entries that the system is asked about at a time; waiting for each alone takes several times as long. */
const looksAtOnce = 16;
/** A name with more than this share of a page would leave no room for the calls that use it. */
const nameShare = 1 / 3;

/**
 * Lists something in pages that fit a budget.
 *
 * Contract: at least one entry on a page, as long as there are any; in the order of `compareEntries`. What is added or
 * removed between two pages shifts nothing else. Memory for one page and what the source keeps.
 * @throws SpillwayError `cursor-malformed`, `cursor-mismatch`, and as the source and `fitAnswer`.
 */
export async function answerListing(source: ListSource, options: ListAnswerOptions): Promise<Answer<ListPage>> {
  const listing = digestListing(source.identity);
  const digests = options.cursor === undefined ? [] : parseListingCursor(options.cursor, listing).names;
  const window = await source.window(digests, Math.max(1, Math.ceil(options.maxBytes / minRowBytes)));
  const known = new Map<ListEntry, EntryFacts>();
  const look = async (entry: ListEntry): Promise<EntryFacts> => {
    const facts = known.get(entry) ?? (await source.look(entry));
    known.set(entry, facts);
    return facts;
  };
  return fitAnswer(options, { what: 'a page of the listing', toFields }, async (maxContentBytes) => {
    const entries = await takeEntries(window.entries, maxContentBytes, look, options);
    const next = nextCursor(window, entries.length, listing, digests);
    const page: ListPage = {
      entries,
      startEntry: window.skipped + 1,
      total: window.total,
      unreadable: window.unreadable,
      complete: next === undefined && digests.length === 0,
      ...(next !== undefined && { next }),
    };
    return { page, text: formatPage(page, options) };
  });
}

async function takeEntries(
  entries: readonly ListEntry[],
  maxContentBytes: number,
  look: (entry: ListEntry) => Promise<EntryFacts>,
  { measure = rowBytes, cutsNames = true }: ListAnswerOptions,
): Promise<ListedEntry[]> {
  const taken: ListedEntry[] = [];
  const maxNameBytes = cutsNames ? Math.floor(maxContentBytes * nameShare) : Number.POSITIVE_INFINITY;
  let room = maxContentBytes;
  for (let start = 0; start < entries.length; start += looksAtOnce) {
    const some = entries.slice(start, start + looksAtOnce);
    const facts = await Promise.all(some.map(look));
    for (const [at, entry] of some.entries()) {
      const listed = toListedEntry(entry, facts[at] as EntryFacts, maxNameBytes);
      room -= measure(listed);
      if (room < 0 && taken.length > 0) return taken;
      taken.push(listed);
    }
  }
  return taken;
}

function rowBytes(entry: ListedEntry): number {
  return jsonEscapedLength(formatEntryRow(entry)) + newlineBytes;
}

function nextCursor(
  { entries, skipped, total }: Window,
  taken: number,
  listing: number,
  before: readonly number[],
): string | undefined {
  if (skipped + taken >= total) return undefined;
  const last = entries.slice(Math.max(0, taken - maxCursorNames), taken).reverse();
  const names = [...last.map(({ key }) => digestName(key)), ...before].slice(0, maxCursorNames);
  return formatListingCursor({ names, listing });
}

function formatPage(page: ListPage, options: ListAnswerOptions): string {
  const { entries, startEntry, total, unreadable, next } = page;
  const end = startEntry + entries.length - 1;
  const range = `entries ${formatCount(startEntry)}–${formatCount(end)} of ${formatCount(total)}`;
  const isPart = next !== undefined || startEntry > 1;
  return formatFrame({
    title: options.title,
    facts: [
      total === 0
        ? 'empty directory'
        : entries.length === 0
          ? 'nothing follows'
          : isPart
            ? range
            : plural(total, 'entry'),
      ...(options.notes ?? []),
      ...(unreadable > 0 ? [`${plural(unreadable, 'directory')} not readable`] : []),
    ],
    body: entries.map(formatEntryRow).join('\n'),
    ...(next !== undefined && { call: options.formatNext(next) }),
  });
}

function toFields({ entries, ...fields }: ListPage): Readonly<Record<string, unknown>> {
  return { ...fields, entryCount: entries.length };
}
