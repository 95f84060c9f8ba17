import { buildGrepRows, byteOrderMarkLength, plural, type Row, rowCost, type ScanResult } from '@spillway/core';
import { type FileState, toFileState } from '../../writing/file-state.ts';
import type { FileMatch, FilePlace, FoundFile } from '../engine/engine.ts';
import type { FilesRequest } from '../files-request.ts';
import { type FilesContext, nameFile, type OpenSearchFile, stillHolds } from '../open-search-file.ts';
import type { SearchFile } from '../search-file.ts';
import type { FilesSearch, TreePlace } from '../search-files.ts';
import { lostReason } from '../skip-reason.ts';
import type { SkipLog } from '../skipped-files.ts';
import { cursorIn } from './cursor-in.ts';
import { type ServedMatches, withoutKeys } from './without-keys.ts';

/** What a page is written from. */
export interface FilesPageSource {
  readonly search: FilesSearch;
  readonly request: FilesRequest;
  readonly context: FilesContext;
  /** Opens a file whose rows are written, which closes it. */
  readonly open: (file: SearchFile) => Promise<OpenSearchFile>;
  readonly skips: SkipLog;
  readonly leftOutFolders: number;
  readonly emptyFiles: number;
  /** Is told of each file with rows on the page. */
  readonly onShown?: (state: FileState, isPacked: boolean) => void;
  /** Where this answer begins, and whether that file has grown since the last one. */
  readonly from?: TreePlace & { readonly hasGrown: boolean };
}

/** Rows of any match fit into this. */
const minRowsBytes = 160;

/** Rows that fit so far, and what turned out while they were made. */
export interface Draft {
  readonly rows: Row[];
  left: number;
  shown: number;
  hasWindows: boolean;
  lacksContext: boolean;
  withheld: number;
  withheldLines: number;
  /** Files all of whose matches are withheld. */
  withheldFiles: number;
  /** What turned out not to be there any more. */
  readonly lost: FoundFile[];
  /** Files with rows here. */
  readonly shownFiles: FoundFile[];
  /** What follows cannot be shown any more. */
  isCut: boolean;
  resume?: TreePlace;
  /** The cursor of `resume`, where its file was open: it may be gone by the time the answer is written. */
  next?: string;
}

/** Creates an empty draft. Contract: its rows cost at most `maxBytes` escaped, or what the first match needs. */
export function createDraft(maxBytes: number): Draft {
  return {
    rows: [],
    left: maxBytes,
    shown: 0,
    hasWindows: false,
    lacksContext: false,
    withheld: 0,
    withheldLines: 0,
    withheldFiles: 0,
    lost: [],
    shownFiles: [],
    isCut: false,
  };
}

function textRow(text: string): Row {
  return { gutter: text, parts: [] };
}

/** Adds the row of a file that is only counted, or says that the next answer begins with it. */
export function addCount(draft: Draft, found: FoundFile, shown: string): void {
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

/**
 * Adds the rows of a file, or says where in it the next answer begins.
 *
 * Contract: a file that cannot be shown any more is lost and told to the log; matches in keys are left out and counted.
 */
export async function addFile(draft: Draft, found: FoundFile, source: FilesPageSource): Promise<void> {
  const { context, skips, request, from } = source;
  const { file } = found;
  const least = rowCost(headerRow(found, nameFile(context, file), []));
  const begin = from?.file.path === file.path && from.file.rootPath === file.rootPath ? from.place : undefined;
  const isFirst = draft.rows.length === 0;
  if (draft.left - least < minRowsBytes && !isFirst) return resumeAt(draft, found, begin);
  let open: OpenSearchFile | undefined;
  try {
    open = await source.open(file);
    if (!(await stillHolds(open, file, found.matches))) {
      draft.lost.push(found);
      return skips.add('changed while it was searched', () => nameFile(context, file));
    }
    const header = headerRow(found, nameFile(context, file), open.notes);
    const room = draft.left - rowCost(header);
    const head = begin === undefined || begin.offset === 0 ? await open.target.source.read(0, 3) : new Uint8Array(0);
    const served = await withoutKeys(open.target, found.matches, room);
    draft.withheld += served.withheld;
    draft.withheldLines += served.withheldLines;
    if (served.matches.length === 0) {
      if (found.matches.length === served.withheld) draft.withheldFiles++;
      return;
    }
    const built = await buildGrepRows(open.target, toScan(found, served), {
      contextLines: request.contextLines ?? 0,
      maxBytes: Math.max(minRowsBytes, room),
      lowest: (begin?.offset ?? 0) + byteOrderMarkLength(head, file.encoding),
    });
    if (built === undefined) return resumeAt(draft, found, begin);
    draft.rows.push(header, ...built.rows);
    draft.shownFiles.push(found);
    const { facts, byteLength } = open.source;
    source.onShown?.(toFileState(nameFile(context, file), facts, byteLength), file.isCompressed);
    draft.left = room - built.rows.reduce((sum, row) => sum + rowCost(row), 0);
    draft.shown += built.shown;
    draft.hasWindows ||= built.hasWindows;
    draft.lacksContext ||= built.lacksContext;
    const resume = built.resume ?? served.rest;
    if (resume !== undefined) await resumeIn(draft, found, open, { place: placeOf(resume), request });
  } catch (error) {
    const reason = lostReason(error);
    if (reason === undefined) throw error;
    draft.lost.push(found);
    skips.add(reason, () => nameFile(context, file));
  } finally {
    await open?.close();
  }
}

async function resumeIn(
  draft: Draft,
  { file }: FoundFile,
  { target }: OpenSearchFile,
  { place, request }: { readonly place: FilePlace; readonly request: FilesRequest },
): Promise<void> {
  draft.resume = { file, place };
  try {
    draft.next = await cursorIn(target, request, place);
  } catch (error) {
    // What is lost by now is told where the answer is written.
    if (lostReason(error) === undefined) throw error;
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

function placeOf(place: FilePlace | FileMatch): FilePlace {
  const offset = 'offset' in place ? place.offset : place.start;
  return { offset, ...(place.line !== undefined && { line: place.line }) };
}

/** All of the file was searched; what lies past these matches is not asked for, as it would not fit. */
function toScan({ matchingLines, isExact, hasEscapes, file }: FoundFile, { matches }: ServedMatches): ScanResult {
  return {
    matches,
    matchCount: matches.length,
    matchingLines,
    isExact,
    hasEscapes,
    end: { offset: file.byteLength, isStopped: false },
  };
}
