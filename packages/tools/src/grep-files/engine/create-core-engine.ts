import {
  createMatcher,
  createPace,
  type FileSource,
  type Pattern,
  type ReadTarget,
  SpillwayError,
  scanMatches,
} from '@spillway/core';
import type { SearchFile } from '../search-file.ts';
import type { EngineCall, FilesOutcome, FoundFile, SearchEngine } from './engine.ts';

/** Opens a file to be searched, as readers see it; the caller closes it. */
export type OpenTarget = (file: SearchFile) => Promise<{ readonly target: ReadTarget; readonly source: FileSource }>;

/** Creates the engine that searches files with the reader's own means: any encoding, one file after another. */
export function createCoreEngine(pattern: Pattern, openTarget: OpenTarget): SearchEngine {
  return { search: (files, call) => search(pattern, openTarget, files, call) };
}

async function search(
  pattern: Pattern,
  openTarget: OpenTarget,
  files: readonly SearchFile[],
  call: EngineCall,
): Promise<FilesOutcome> {
  const pace = createPace(call.signal);
  const found: FoundFile[] = [];
  const failed: FilesOutcome['failed'][number][] = [];
  const counts = { matchCount: 0, matchingLines: 0, fileCount: 0 };
  let left = call.maxKept;
  for (const [at, file] of files.entries()) {
    const from = (at === 0 ? call.from : undefined) ?? { offset: 0, line: 1 };
    if (at > 0 && pace.elapsedMs() >= call.maxMs) return { found, ...counts, failed, stop: { file, place: from } };
    try {
      const { target, source } = await openTarget(file);
      try {
        const limits = { maxScanBytes: Number.POSITIVE_INFINITY, maxScanMs: call.maxMs - pace.elapsedMs() };
        const matcher = createMatcher(pattern, target.encoding);
        const { end, ...scan } = await scanMatches(target, matcher, from, { ...limits, maxKept: left, pace });
        counts.matchCount += scan.matchCount;
        counts.matchingLines += scan.matchingLines;
        if (scan.matchCount > 0) counts.fileCount++;
        const isKept = scan.matchCount > 0 && (left > 0 || call.countsFiles);
        if (isKept) found.push({ file: { ...file, encoding: target.encoding }, ...scan });
        left -= scan.matches.length;
        const { offset, line } = end;
        if (end.isStopped) {
          return { found, ...counts, failed, stop: { file, place: { offset, ...(line !== undefined && { line }) } } };
        }
      } finally {
        await source.close();
      }
    } catch (error) {
      if (!SpillwayError.isInstance(error) || error.code === 'aborted' || error.code === 'pattern-invalid') throw error;
      failed.push({ file, reason: reasonOf(error) });
    }
    if (pace.isDue()) await pace.rest();
  }
  return { found, ...counts, failed };
}

function reasonOf(error: SpillwayError): string {
  if (error.code === 'source-missing') return 'gone before it was searched';
  if (error.code === 'source-denied') return 'permission denied';
  if (error.code === 'source-changed') return 'became shorter while it was searched';
  return error.code === 'path-refused' ? 'refused' : 'not readable';
}
