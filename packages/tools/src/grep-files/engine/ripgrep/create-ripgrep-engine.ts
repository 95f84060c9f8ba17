import { createMatcher, type Pattern, parseAlternatives } from '@spillway/core';
import type { SearchFile } from '../../search-file.ts';
import { largeFileBytes } from '../../walk/batch-files.ts';
import type { EngineCall, FilesOutcome, FoundFile, SearchEngine } from '../engine.ts';
import { CountReader } from './count-reader.ts';
import { areReadable, chooseAccess } from './file-access.ts';
import { type Counts, MatchReader, type ReportedFile } from './match-reader.ts';
import { failuresOf } from './ripgrep-failures.ts';
import { pathOf, RipgrepDied, type RipgrepSearch, runOnFiles } from './run-on-files.ts';
import type { RipgrepEnd } from './run-ripgrep.ts';
import { translatePattern } from './translate-pattern.ts';

/**
 * Creates the engine that lets ripgrep search plain files of one root.
 *
 * Contract: undefined where ripgrep cannot be asked for the same as RE2: for a pattern that matches nothing at all, which
 * is counted in another way, and for one with a NUL, which no argument of a process holds. One that ripgrep does not
 * take ends its search with `EngineStopped`.
 * @throws SpillwayError `pattern-invalid`.
 */
export function createRipgrepEngine(command: string, pattern: Pattern): SearchEngine | undefined {
  const matcher = createMatcher(pattern, 'utf-8');
  if (matcher.mayBeEmpty || pattern.pattern.includes('\0')) return undefined;
  const literals = pattern.literal === true ? [pattern.pattern] : parseAlternatives(pattern.pattern);
  const expressions = literals ?? translatePattern(pattern.pattern);
  if (expressions === undefined) return undefined;
  const dropsReturn = literals === undefined && !matcher.seesCarriageReturn;
  const flags = [
    ...(literals === undefined ? [] : ['--fixed-strings']),
    ...(pattern.ignoreCase === true ? ['--ignore-case'] : ['--case-sensitive']),
    ...(dropsReturn ? ['--crlf'] : []),
    ...[expressions].flat().flatMap((each) => ['-e', each]),
  ];
  return { search: (files, call) => search({ command, flags, dropsReturn }, files, call) };
}

type Asked = Omit<RipgrepSearch, 'access'>;

/** A file that becomes shorter while it is mapped ends ripgrep: then all of them are read. */
async function search(asked: Asked, files: readonly SearchFile[], call: EngineCall): Promise<FilesOutcome> {
  const begin = performance.now();
  const access = chooseAccess(files);
  try {
    return await searchBy({ ...asked, access }, files, call);
  } catch (error) {
    if (!(error instanceof RipgrepDied) || access === 'read' || !areReadable(files)) throw error;
    return searchBy({ ...asked, access: 'read' }, files, { ...call, maxMs: call.maxMs - (performance.now() - begin) });
  }
}

async function searchBy(engine: RipgrepSearch, files: readonly SearchFile[], call: EngineCall): Promise<FilesOutcome> {
  const { maxKept, countsFiles, from } = call;
  const isFromStart = from === undefined || from.offset === 0;
  if (countsFiles && isFromStart) return countEach(engine, files, call);
  if (maxKept === 0 && !countsFiles && isFromStart) return countAll(engine, files, call, []);
  const begin = performance.now();
  const left = (): EngineCall => ({ ...call, maxMs: call.maxMs - (performance.now() - begin) });
  if (isForThreads(files)) {
    // Files in any order, which is of no matter as long as all of their matches are kept.
    const { reader, end } = await findMatches(engine, files, call, parallelFlags);
    if (end.how !== 'stopped') return toOutcome(files, reader.files, sumOf(reader.files), end);
  }
  const { reader, end } = await findMatches(engine, files, left(), orderedFlags);
  if (end.how !== 'stopped') return toOutcome(files, reader.files, sumOf(reader.files), end);
  // All that can be shown is known: the rest is counted without being told.
  const counted = await countAll(engine, files, left(), reader.files);
  const { matches, lines, files: passed } = reader.before;
  return {
    ...counted,
    matchCount: counted.matchCount - matches,
    matchingLines: counted.matchingLines - lines,
    fileCount: counted.fileCount - passed,
  };
}

/** Files of which each is small enough to be held, and all are enough to be worth it. */
function isForThreads(files: readonly SearchFile[]): boolean {
  const byteLength = files.reduce((sum, file) => sum + file.byteLength, 0);
  return byteLength > minThreadedBytes && files.every((file) => file.byteLength <= largeFileBytes);
}

async function findMatches(
  engine: RipgrepSearch,
  files: readonly SearchFile[],
  { from, ...call }: EngineCall,
  flags: readonly string[],
): Promise<{ reader: MatchReader; end: RipgrepEnd }> {
  const { maxKept, maxRowBytes = Number.POSITIVE_INFINITY, countsFiles } = call;
  const { dropsReturn } = engine;
  const place = from === undefined ? {} : { from: { ...from, path: files.map(pathOf)[0] ?? '' } };
  const byPath = new Map(files.map((file) => [pathOf(file), file]));
  const onFound = (path: string): void => {
    const file = byPath.get(path);
    if (file !== undefined) call.onFound?.(file);
  };
  const reader = new MatchReader({ maxKept, maxRowBytes, dropsReturn, onFound, ...place });
  const end = await runOnFiles(engine, files, call, ['--json', ...flags], (chunk) => {
    reader.write(chunk);
    return countsFiles || !reader.hasMore;
  });
  reader.end();
  return { reader, end };
}

/** Counts all, beside the files whose matches are known. */
async function countAll(
  engine: RipgrepSearch,
  files: readonly SearchFile[],
  call: EngineCall,
  known: readonly ReportedFile[],
): Promise<FilesOutcome> {
  const counter = new MatchReader({ maxKept: 0, maxRowBytes: 0, dropsReturn: engine.dropsReturn });
  const end = await runOnFiles(engine, files, call, quietFlags, (chunk) => {
    counter.write(chunk);
    return true;
  });
  counter.end();
  return toOutcome(files, known, counter.summary ?? { matches: 0, lines: 0, files: 0 }, end);
}

/** Threads of its own make it hold the output of whole files, and print them in the order in which they are done. */
const parallelFlags: readonly string[] = ['--threads=0'];
const orderedFlags: readonly string[] = ['--threads=1'];
const minThreadedBytes = 67_108_864;
const quietFlags: readonly string[] = ['--json', '--quiet', ...parallelFlags];

/** Counting matches, and counting lines, costs far less than telling each of them. */
async function countEach(engine: RipgrepSearch, files: readonly SearchFile[], call: EngineCall): Promise<FilesOutcome> {
  const count = async (flag: string): Promise<{ counts: ReadonlyMap<string, number>; end: RipgrepEnd }> => {
    const reader = new CountReader();
    const end = await runOnFiles(
      engine,
      files,
      call,
      [flag, '--with-filename', '--null', ...parallelFlags],
      (chunk) => {
        reader.write(chunk);
        return true;
      },
    );
    return { counts: reader.counts, end };
  };
  const [matches, lines] = await Promise.all([count('--count-matches'), count('--count')]);
  const reported = [...matches.counts].map(([path, matchCount]) => ({
    path,
    matches: [],
    matchCount,
    matchingLines: lines.counts.get(path) ?? 0,
  }));
  return toOutcome(files, reported, sumOf(reported), matches.end);
}

function toOutcome(
  files: readonly SearchFile[],
  reported: readonly ReportedFile[],
  counts: Counts,
  end: RipgrepEnd,
): FilesOutcome {
  const byPath = new Map(files.map((file) => [pathOf(file), file]));
  const places = new Map(files.map((file, at) => [file, at]));
  const found = reported
    .flatMap(({ path, ...rest }): FoundFile[] => {
      const file = byPath.get(path);
      return file === undefined ? [] : [{ file, ...rest, isExact: true, hasEscapes: false }];
    })
    .sort((a, b) => (places.get(a.file) ?? 0) - (places.get(b.file) ?? 0));
  return {
    found,
    matchCount: counts.matches,
    matchingLines: counts.lines,
    fileCount: counts.files,
    failed:
      end.exitCode < 2
        ? []
        : failuresOf(end.errors).flatMap(({ path, reason }) => {
            const file = byPath.get(path);
            return file === undefined ? [] : [{ file, reason }];
          }),
  };
}

function sumOf(files: readonly ReportedFile[]): Counts {
  const sum = (key: 'matchCount' | 'matchingLines'): number => files.reduce((total, file) => total + file[key], 0);
  return { matches: sum('matchCount'), lines: sum('matchingLines'), files: files.length };
}
