import { formatCount, formatFrame, plural, quoteText, toTitle } from '@spillway/core';
import { type FilesRequest, leftOutFolders } from '../files-request.ts';
import type { SkippedFiles } from '../skipped-files.ts';
import type { FilesPage } from './files-page.ts';

/** How the answer of a search over files is written. */
export interface FilesTextOptions {
  /** What was searched: a folder, a file, all roots. */
  readonly title: string;
  /** Writes the call that goes on at a cursor, in one line. */
  readonly formatNext: (cursor: string) => string;
  /** Leave out of the header what only explains. */
  readonly isTight: boolean;
  /** One file was named, so that what chooses among files is not spoken of. */
  readonly isOneFile: boolean;
  /** Writes an option as the caller sends it; default `compressed: true`. */
  readonly formatOption?: (name: SearchOption) => string;
}

/** The options that answers advise. */
export type SearchOption = 'compressed' | 'allFolders';

const shownPatternLength = 60;
const shownPathLength = 120;
/** Reasons that a header names; the fields have all. */
const namedReasons = 3;

/**
 * Writes the answer of a search over files as a model sees it.
 *
 * Contract: a frame (see `formatFrame`) whose body is the rows. The header never says that there is no match unless all
 * was searched, and says what was not.
 */
export function formatFiles(page: FilesPage, request: FilesRequest, options: FilesTextOptions): string {
  return formatFrame({
    title: `${toTitle(options.title, shownPathLength)} searched for ${quoteText(request.pattern, shownPatternLength)}`,
    facts: filesFacts(page, request, options),
    body: page.content,
    ...(page.next !== undefined && { call: options.formatNext(page.next) }),
  });
}

function filesFacts(page: FilesPage, request: FilesRequest, options: FilesTextOptions): string[] {
  const { isTight } = options;
  const facts = [page.matchCount === 0 ? noMatchFact(page) : countFact(page)];
  if (page.searchedFiles === 0 && !options.isOneFile && !page.isContinued && page.stoppedIn === undefined)
    facts.push(...noFileFacts(request));
  if (page.matchCount > 0) facts.push(shownFact(page));
  if (page.stoppedIn !== undefined) facts.push(stopFact(page, isTight));
  else if (!page.isExact) facts.push('counts are lower bounds');
  if (page.withheldMatches > 0) facts.push(`${plural(page.withheldMatches, 'match')} in private keys withheld`);
  facts.push(...skippedFacts(page.skippedFiles, isTight));
  if (page.hasGrown) facts.push('the file has grown since the last answer');
  if (isTight) return facts;
  if (page.matchCount === 0 && request.ignoreCase !== true) facts.push('upper and lower case told apart');
  if (page.lossyFiles > 0)
    facts.push(`${plural(page.lossyFiles, 'file')} not all UTF-8: other bytes are searched as \ufffd`);
  if (page.hasEscapes) facts.push('terminal codes passed over (\\x1b in the pattern searches them)');
  if (page.shownMatches > 0) {
    facts.push(
      page.marks === undefined
        ? 'matches not marked, as the lines hold every mark'
        : `matches marked ${page.marks.join('…')}`,
    );
  }
  if (page.hasWindows) facts.push('@ gives the byte offset of a match, … stands for what is left out of its line');
  if (page.lacksContext) facts.push('lines beside the first match left out for want of room');
  return options.isOneFile ? facts : [...facts, ...scopeFacts(page, request, options)];
}

/** Where no file was searched, "0 matches" tells nothing: says what chose none. */
function noFileFacts({ include = [], exclude = [] }: FilesRequest): string[] {
  if (include.length > 0) {
    const folder = include[0]?.replace(/^\/|\/$/g, '') ?? '';
    return [`include names none of the files here; for all below a folder write ${quoteText(`${folder}/**`, 60)}`];
  }
  return exclude.length > 0 ? ['exclude leaves none of the files here'] : [];
}

function noMatchFact(page: FilesPage): string {
  const files = plural(page.searchedFiles, 'file');
  if (page.stoppedIn !== undefined) return `no match so far in ${files}`;
  if (!page.isExact) return `no match found in ${files}`;
  return page.isContinued ? 'no more matches' : `0 matches in ${files}`;
}

function countFact(page: FilesPage): string {
  const count = `${page.isExact ? '' : 'at least '}${plural(page.matchCount, page.isContinued ? 'more match' : 'match')}`;
  const places = `${plural(page.matchingLines, 'line')} of ${plural(page.fileCount, 'file')}`;
  return `${count} in ${places} (${formatCount(page.searchedFiles)} searched)`;
}

function shownFact(page: FilesPage): string {
  if (page.countOnly) return 'counted, not shown';
  if (page.omittedMatches === 0) return page.stoppedIn === undefined ? 'all shown' : 'all of these shown';
  const omitted = `${page.isExact ? '' : 'at least '}${formatCount(page.omittedMatches)}`;
  return `${formatCount(page.shownMatches)} shown, ${omitted} not shown`;
}

function stopFact({ stoppedIn = '' }: FilesPage, isTight: boolean): string {
  return `time limit, not searched from ${isTight ? 'here' : toTitle(stoppedIn, shownPathLength)} on`;
}

function skippedFacts({ count, reasons }: SkippedFiles, isTight: boolean): string[] {
  if (count === 0) return [];
  if (isTight) return [`${plural(count, 'file')} skipped`];
  const named = reasons
    .slice(0, namedReasons)
    .map(
      ({ reason, count: each, first }) => `${formatCount(each)} ${reason} (first ${toTitle(first, shownPathLength)})`,
    );
  const rest = reasons.length > namedReasons ? ', other reasons in the fields' : '';
  return [`${plural(count, 'file')} skipped: ${named.join(', ')}${rest}`];
}

function scopeFacts(page: FilesPage, request: FilesRequest, options: FilesTextOptions): string[] {
  const { formatOption = (name) => `${name}: true` } = options;
  const searched = [
    ...(request.skipHidden === true ? [] : ['hidden']),
    ...(request.respectGitignore === true ? [] : ['git-ignored']),
  ];
  const facts = searched.length === 0 ? [] : [`${searched.join(' and ')} files searched too`];
  if (page.leftOutFolders > 0) {
    facts.push(
      `${plural(page.leftOutFolders, 'folder')} named ${leftOutFolders.join(' or ')} not searched (${formatOption('allFolders')} searches them)`,
    );
  }
  if (page.skippedFiles.reasons.some(({ reason }) => reason === 'compressed')) {
    facts.push(`${formatOption('compressed')} searches compressed files`);
  }
  return facts;
}
