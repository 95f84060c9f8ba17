import { chooseMarks, formatRows } from '@spillway/core';
import type { FilesRequest } from '../files-request.ts';
import { nameFile } from '../open-search-file.ts';
import type { FilesSearch, TreePlace } from '../search-files.ts';
import type { SkippedFiles } from '../skipped-files.ts';
import { addCount, addFile, createDraft, type FilesPageSource } from './draft-rows.ts';
import { nextCursor } from './next-cursor.ts';

/** One answer of a search over files. */
export interface FilesPage {
  /** For each file its path, then rows as those of a search in one: `13338: `, `13337- `, `13338: @byte: `. */
  readonly content: string;
  /** From where this answer begins to the end, or to where the search stopped. */
  readonly matchCount: number;
  readonly matchingLines: number;
  /** Files with a match. */
  readonly fileCount: number;
  readonly searchedFiles: number;
  /** Files of those that hold bytes which are no UTF-8, as far as their start tells. */
  readonly lossyFiles: number;
  /** False where the counts are lower bounds. */
  readonly isExact: boolean;
  /** The file in which the search stopped, as its time was over. */
  readonly stoppedIn?: string;
  readonly countOnly: boolean;
  readonly isContinued: boolean;
  readonly shownMatches: number;
  readonly omittedMatches: number;
  /** Matches in the bodies of private keys, among those that would be shown; not in the counts. */
  readonly withheldMatches: number;
  readonly skippedFiles: SkippedFiles;
  /** Folders that were not gone into for their names. */
  readonly leftOutFolders: number;
  readonly marks?: readonly [open: string, close: string];
  readonly hasWindows: boolean;
  readonly hasEscapes: boolean;
  readonly lacksContext: boolean;
  readonly hasGrown: boolean;
  readonly next?: string;
}

/**
 * Writes one answer of a search over files.
 *
 * Contract: the content costs at most `maxContentBytes` escaped, or what the first match needs; files in the order of
 * their paths. `next` begins after the last match that is shown, inside its file and line too.
 * @throws SpillwayError `source-changed` where no file is left to go on with.
 */
export async function writeFilesPage(source: FilesPageSource, maxContentBytes: number): Promise<FilesPage> {
  const { search, request, skips, from } = source;
  const draft = createDraft(maxContentBytes);
  for (const found of search.found) {
    if (request.countOnly === true) addCount(draft, found, nameFile(source.context, found.file));
    else await addFile(draft, found, source);
    if (draft.resume !== undefined) break;
  }
  const resume = draft.resume ?? search.stop ?? afterKept(search, request);
  const next = resume === undefined ? undefined : await nextCursor(source, draft, resume);
  const lost = new Set(draft.lost);
  const sum = (key: 'matchCount' | 'matchingLines'): number =>
    search[key] - draft.lost.reduce((total, each) => total + each[key], 0);
  const marks = request.countOnly === true ? undefined : chooseMarks(draft.rows);
  const matchCount = sum('matchCount') - draft.withheld;
  return {
    content: formatRows(draft.rows, marks),
    matchCount,
    matchingLines: sum('matchingLines') - draft.withheldLines,
    fileCount: search.fileCount - lost.size - draft.withheldFiles,
    searchedFiles: search.searchedFiles + source.emptyFiles,
    lossyFiles: search.lossyFiles,
    isExact:
      search.stop === undefined && lost.size === 0 && !draft.isCut && search.found.every(({ isExact }) => isExact),
    ...(search.stop !== undefined && { stoppedIn: nameFile(source.context, search.stop.file) }),
    countOnly: request.countOnly === true,
    isContinued: from !== undefined,
    shownMatches: draft.shown,
    omittedMatches: Math.max(0, matchCount - draft.shown),
    withheldMatches: draft.withheld,
    skippedFiles: skips.toSkipped(),
    leftOutFolders: source.leftOutFolders,
    ...(marks !== undefined && { marks }),
    hasWindows: draft.hasWindows,
    hasEscapes: search.found.some(({ hasEscapes }) => hasEscapes),
    lacksContext: draft.lacksContext,
    hasGrown: from?.hasGrown === true,
    ...(next !== undefined && { next }),
  };
}

/** Where so many matches are withheld that those which were kept fill no answer, the next one goes on behind them. */
function afterKept(search: FilesSearch, request: FilesRequest): TreePlace | undefined {
  const kept = search.found.reduce((sum, { matches }) => sum + matches.length, 0);
  const last = search.found.at(-1);
  const match = last?.matches.at(-1);
  if (request.countOnly === true || kept >= search.matchCount || last === undefined || match === undefined)
    return undefined;
  const { start, end, line } = match;
  return { file: last.file, place: { offset: Math.max(end, start + 1), ...(line !== undefined && { line }) } };
}
