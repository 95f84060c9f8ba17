import {
  buildGrepRows,
  byteOrderMarkLength,
  chooseMarks,
  formatCursor,
  formatRows,
  plural,
  type Row,
  rowCost,
  type ScanResult,
  SpillwayError,
} from '@spillway/core';
import type { FilePlace, FoundFile } from '../engine/engine.ts';
import { digestFilesRequest, type FilesRequest } from '../files-request.ts';
import { type FilesContext, nameFile, type OpenSearchFile, openSearchFile, stillHolds } from '../open-search-file.ts';
import type { FilesSearch, TreePlace } from '../search-files.ts';
import type { SkipLog, SkippedFiles } from '../skipped-files.ts';

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

/** What a page is written from. */
export interface FilesPageSource {
  readonly search: FilesSearch;
  readonly request: FilesRequest;
  readonly context: FilesContext;
  readonly skips: SkipLog;
  readonly leftOutFolders: number;
  readonly emptyFiles: number;
  /** Where this answer begins, and whether that file has grown since the last one. */
  readonly from?: TreePlace & { readonly hasGrown: boolean };
}

/** Rows of any match fit into this. */
const leastRowsBytes = 160;

interface Draft {
  readonly rows: Row[];
  left: number;
  shown: number;
  hasWindows: boolean;
  lacksContext: boolean;
  /** What turned out not to be there any more. */
  readonly lost: FoundFile[];
  resume?: TreePlace;
}

/**
 * Writes one answer of a search over files.
 *
 * Contract: the content costs at most `maxContentBytes` escaped, or what the first match needs; files in the order of
 * their paths. `next` begins after the last match that is shown, inside its file and line too.
 * @throws SpillwayError what opening a file throws.
 */
export async function writeFilesPage(source: FilesPageSource, maxContentBytes: number): Promise<FilesPage> {
  const { search, request, skips, from } = source;
  const draft: Draft = {
    rows: [],
    left: maxContentBytes,
    shown: 0,
    hasWindows: false,
    lacksContext: false,
    lost: [],
  };
  for (const found of search.found) {
    if (request.countOnly === true) addCount(draft, found, nameFile(source.context, found.file));
    else await addFile(draft, found, source);
    if (draft.resume !== undefined) break;
  }
  const lost = new Set(draft.lost);
  const sum = (key: 'matchCount' | 'matchingLines'): number =>
    search[key] - draft.lost.reduce((total, each) => total + each[key], 0);
  const resume = draft.resume ?? search.stop;
  const marks = request.countOnly === true ? undefined : chooseMarks(draft.rows);
  const next = resume === undefined ? undefined : await nextCursor(source, resume);
  const matchCount = sum('matchCount');
  return {
    content: formatRows(draft.rows, marks),
    matchCount,
    matchingLines: sum('matchingLines'),
    fileCount: search.fileCount - lost.size,
    searchedFiles: search.searchedFiles + source.emptyFiles,
    lossyFiles: search.lossyFiles,
    isExact: search.stop === undefined && lost.size === 0 && search.found.every(({ isExact }) => isExact),
    ...(search.stop !== undefined && { stoppedIn: nameFile(source.context, search.stop.file) }),
    countOnly: request.countOnly === true,
    isContinued: from !== undefined,
    shownMatches: draft.shown,
    omittedMatches: Math.max(0, matchCount - draft.shown),
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

function textRow(text: string): Row {
  return { gutter: text, parts: [] };
}

function addCount(draft: Draft, found: FoundFile, shown: string): void {
  const atLeast = found.isExact ? '' : 'at least ';
  const counts = `${atLeast}${plural(found.matchCount, 'match')} in ${plural(found.matchingLines, 'line')}`;
  const row = textRow(`${shown}: ${counts}`);
  if (!fits(draft, rowCost(row))) {
    draft.resume = { file: found.file, place: { offset: 0, line: 1 } };
    return;
  }
  draft.rows.push(row);
  draft.left -= rowCost(row);
}

function fits(draft: Draft, cost: number): boolean {
  return cost <= draft.left || draft.rows.length === 0;
}

async function addFile(draft: Draft, found: FoundFile, source: FilesPageSource): Promise<void> {
  const { context, skips, request, from } = source;
  const { file } = found;
  const least = rowCost(headerRow(found, nameFile(context, file), []));
  const begin = from?.file.path === file.path && from.file.rootPath === file.rootPath ? from.place : undefined;
  const isFirst = draft.rows.length === 0;
  if (draft.left - least < leastRowsBytes && !isFirst) return resumeAt(draft, found, begin);
  let open: OpenSearchFile | undefined;
  try {
    open = await openSearchFile(context, file);
    if (!(await stillHolds(open, file, found.matches))) {
      draft.lost.push(found);
      return skips.add('changed while it was searched', () => nameFile(context, file));
    }
    const header = headerRow(found, nameFile(context, file), open.notes);
    const room = draft.left - rowCost(header);
    const head = begin === undefined || begin.offset === 0 ? await open.target.source.read(0, 3) : new Uint8Array(0);
    const built = await buildGrepRows(open.target, toScan(found), {
      contextLines: request.contextLines ?? 0,
      maxBytes: Math.max(leastRowsBytes, room),
      lowest: (begin?.offset ?? 0) + byteOrderMarkLength(head, file.encoding),
    });
    if (built === undefined) return resumeAt(draft, found, begin);
    draft.rows.push(header, ...built.rows);
    draft.left = room - built.rows.reduce((sum, row) => sum + rowCost(row), 0);
    draft.shown += built.shown;
    draft.hasWindows ||= built.hasWindows;
    draft.lacksContext ||= built.lacksContext;
    if (built.resume !== undefined) draft.resume = { file, place: built.resume };
  } catch (error) {
    if (!SpillwayError.isInstance(error) || !/^(source|path)-/.test(error.code)) throw error;
    draft.lost.push(found);
    skips.add(error.code === 'source-missing' ? 'gone while it was searched' : 'not readable', () =>
      nameFile(context, file),
    );
  } finally {
    await open?.close();
  }
}

function resumeAt(draft: Draft, { file }: FoundFile, begin: FilePlace | undefined): void {
  draft.resume = { file, place: begin ?? { offset: 0, line: 1 } };
}

function headerRow({ file }: FoundFile, shown: string, said: readonly string[]): Row {
  const notes = [
    ...(file.encoding === 'utf-8' ? [] : [file.encoding === 'binary' ? 'binary, searched as bytes' : file.encoding]),
    ...(file.isLossy ? ['not all UTF-8'] : []),
    ...said,
  ];
  return textRow([shown, ...notes].join(' · '));
}

/** All of the file was searched; what lies past the kept matches is not asked for, as it would not fit. */
function toScan(found: FoundFile): ScanResult {
  const { matches, matchingLines, isExact, hasEscapes, file } = found;
  return {
    matches,
    matchCount: found.matchCount,
    matchingLines,
    isExact,
    hasEscapes,
    end: { offset: file.byteLength, isStopped: false },
  };
}

/** @throws SpillwayError what opening the file throws. */
async function nextCursor({ context, request }: FilesPageSource, { file, place }: TreePlace): Promise<string> {
  const { target, close } = await openSearchFile(context, file);
  try {
    const { offset, line } = place;
    const identity = await target.identify(offset);
    const query = digestFilesRequest(request);
    return formatCursor({ kind: 'grep', offset, ...(line !== undefined && { line }), query, identity });
  } finally {
    await close();
  }
}
