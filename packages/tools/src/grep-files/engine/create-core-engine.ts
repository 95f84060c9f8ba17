import { createMatcher, createPace, type Pace, type Pattern, SpillwayError, scanMatches } from '@spillway/core';
import type { OpenSearchFile } from '../open-search-file.ts';
import type { SearchFile } from '../search-file.ts';
import { readerReason } from '../skip-reason.ts';
import type { EngineCall, FilePlace, FilesOutcome, FoundFile, SearchEngine } from './engine.ts';

/** Opens a file to be searched; the caller closes it. */
export type OpenToSearch = (file: SearchFile, signal?: AbortSignal) => Promise<OpenSearchFile>;

/** Creates the engine that searches with the means of the readers: any encoding, one file after another. */
export function createCoreEngine(pattern: Pattern, openFile: OpenToSearch): SearchEngine {
  return { search: (files, call) => search(pattern, openFile, files, call) };
}

interface Sum {
  readonly found: FoundFile[];
  readonly failed: FilesOutcome['failed'][number][];
  matchCount: number;
  matchingLines: number;
  fileCount: number;
  keptCount: number;
}

async function search(
  pattern: Pattern,
  openFile: OpenToSearch,
  files: readonly SearchFile[],
  call: EngineCall,
): Promise<FilesOutcome> {
  const pace = createPace(call.signal);
  const sum: Sum = { found: [], failed: [], matchCount: 0, matchingLines: 0, fileCount: 0, keptCount: 0 };
  for (const [at, file] of files.entries()) {
    const from = (at === 0 ? call.from : undefined) ?? { offset: 0, line: 1 };
    if (at > 0 && pace.elapsedMs() >= call.maxMs) return { ...sum, stop: { file, place: from } };
    try {
      const place = await searchFile(pattern, await openFile(file, call.signal), { file, from, call, pace, sum });
      if (place !== undefined) return { ...sum, stop: { file, place } };
    } catch (error) {
      if (!isOfFile(error)) throw error;
      sum.failed.push({ file, reason: readerReason(error) });
    }
    if (pace.isDue()) await pace.rest();
  }
  return sum;
}

interface FileSearch {
  readonly file: SearchFile;
  readonly from: FilePlace;
  readonly call: EngineCall;
  readonly pace: Pace;
  readonly sum: Sum;
}

/** Returns the place at which the time was over, if it was. */
async function searchFile(
  pattern: Pattern,
  open: OpenSearchFile,
  { file, from, call, pace, sum }: FileSearch,
): Promise<FilePlace | undefined> {
  const { target } = open;
  try {
    const maxKept = Math.max(0, call.maxKept - sum.keptCount);
    const limits = { maxScanBytes: Number.POSITIVE_INFINITY, maxScanMs: call.maxMs - pace.elapsedMs(), maxKept, pace };
    const { end, ...scan } = await scanMatches(target, createMatcher(pattern, target.encoding), from, limits);
    sum.matchCount += scan.matchCount;
    sum.matchingLines += scan.matchingLines;
    sum.keptCount += scan.matches.length;
    if (scan.matchCount > 0) sum.fileCount++;
    if (scan.matches.length > 0 || (call.countsFiles && scan.matchCount > 0)) {
      sum.found.push({ file: { ...file, encoding: target.encoding }, ...scan });
    }
    if (open.isPart) sum.failed.push({ file, reason: 'compressed, and searched in part' });
    return end.isStopped ? { offset: end.offset, ...(end.line !== undefined && { line: end.line }) } : undefined;
  } finally {
    await open.close();
  }
}

/** What is wrong with one file is no reason not to search the others. */
function isOfFile(error: unknown): error is SpillwayError {
  return SpillwayError.isInstance(error) && /^(?:source-|path-|encoding-|key-)/.test(error.code);
}
