import { tmpdir } from 'node:os';
import { abortedError, createMatcher, type Pattern, parseAlternatives } from '@spillway/core';
import type { SearchFile } from '../../search-file.ts';
import { toSystemPath, toText } from '../../walk/byte-path.ts';
import { type EngineCall, EngineStopped, type FilesOutcome, type FoundFile, type SearchEngine } from '../engine.ts';
import { CountReader } from './count-reader.ts';
import { type Counts, MatchReader, type ReportedFile } from './match-reader.ts';
import { type RipgrepEnd, runRipgrep } from './run-ripgrep.ts';
import { translatePattern } from './translate-pattern.ts';

/**
 * Creates the engine that lets ripgrep search plain files of one root.
 *
 * Contract: undefined where ripgrep cannot be asked for the same as RE2: for a pattern that matches nothing at all, which
 * is counted in another way, and for one that it does not take.
 * @throws SpillwayError `pattern-invalid`.
 */
export async function createRipgrepEngine(command: string, pattern: Pattern): Promise<SearchEngine | undefined> {
  const matcher = createMatcher(pattern, 'utf-8');
  if (matcher.mayBeEmpty) return undefined;
  const literals = pattern.literal === true ? [pattern.pattern] : parseAlternatives(pattern.pattern);
  const expressions = literals ?? [translatePattern(pattern.pattern)];
  const dropsReturn = literals === undefined && !matcher.seesCarriageReturn;
  const flags = [
    ...(literals === undefined ? [] : ['--fixed-strings']),
    ...(pattern.ignoreCase === true ? ['--ignore-case'] : ['--case-sensitive']),
    ...(dropsReturn ? ['--crlf'] : []),
    ...expressions.flatMap((each) => ['-e', each]),
  ];
  if (literals === undefined && !(await takesPattern(command, flags))) return undefined;
  return { search: (files, call) => search({ command, flags, dropsReturn }, files, call) };
}

interface Engine {
  readonly command: string;
  readonly flags: readonly string[];
  readonly dropsReturn: boolean;
}

/** Threads of its own would make it hold the output of whole files; as text, so that no byte ends a search early. */
const alwaysFlags: readonly string[] = ['--threads=1', '--text', '--encoding=none', '--no-ignore', '--hidden'];

async function takesPattern(command: string, flags: readonly string[]): Promise<boolean> {
  const args = ['--json', '--quiet', ...flags, '--', '-'];
  const { exitCode } = await runRipgrep({ command, args, directory: tmpdir(), maxMs: 5000, onOutput: () => true });
  return exitCode < 2;
}

async function search(engine: Engine, files: readonly SearchFile[], call: EngineCall): Promise<FilesOutcome> {
  const begin = performance.now();
  const { maxKept, countsFiles, from } = call;
  const isFromStart = from === undefined || from.offset === 0;
  if (countsFiles && isFromStart) return countEach(engine, files, call);
  const { dropsReturn } = engine;
  const [path = ''] = files.map(pathOf);
  const reader = new MatchReader({ maxKept, dropsReturn, ...(from !== undefined && { from: { ...from, path } }) });
  const isOnlyCounted = maxKept === 0 && !countsFiles && isFromStart;
  const end = await run(engine, files, call, isOnlyCounted ? quietFlags : ['--json'], (chunk) => {
    reader.write(chunk);
    return countsFiles || !reader.hasMore;
  });
  reader.end();
  const told = isOnlyCounted ? reader.summary : undefined;
  if (end.how !== 'stopped') return toOutcome(files, reader.files, told ?? sumOf(reader.files), end);
  // All that can be shown is known: the rest is counted without being told.
  const counter = new MatchReader({ maxKept: 0, dropsReturn });
  const rest = { ...call, maxMs: call.maxMs - (performance.now() - begin) };
  const restEnd = await run(engine, files, rest, quietFlags, (chunk) => {
    counter.write(chunk);
    return true;
  });
  counter.end();
  return toOutcome(files, reader.files, less(counter.summary, reader.before), restEnd);
}

const quietFlags: readonly string[] = ['--json', '--quiet'];

/** Counting matches, and counting lines, costs far less than telling each of them. */
async function countEach(engine: Engine, files: readonly SearchFile[], call: EngineCall): Promise<FilesOutcome> {
  const count = async (flag: string): Promise<{ counts: ReadonlyMap<string, number>; end: RipgrepEnd }> => {
    const reader = new CountReader();
    const end = await run(engine, files, call, [flag, '--with-filename', '--null'], (chunk) => {
      reader.write(chunk);
      return true;
    });
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

async function run(
  engine: Engine,
  files: readonly SearchFile[],
  call: EngineCall,
  flags: readonly string[],
  onOutput: (chunk: Buffer) => boolean,
): Promise<RipgrepEnd> {
  const end = await runRipgrep({
    command: engine.command,
    args: [...alwaysFlags, ...flags, ...engine.flags, '--', ...files.map(pathOf)],
    directory: String(toSystemPath(files[0]?.rootPath ?? '')),
    maxMs: call.maxMs,
    ...(call.signal !== undefined && { signal: call.signal }),
    onOutput,
  });
  // A file that becomes shorter while it is mapped ends it as well.
  if (end.how === 'late' || end.how === 'died') throw new EngineStopped(`ripgrep ${end.how}`);
  if (end.how !== 'aborted') return end;
  throw abortedError(call.signal?.reason);
}

function toOutcome(
  files: readonly SearchFile[],
  reported: readonly ReportedFile[],
  counts: Counts,
  end: RipgrepEnd,
): FilesOutcome {
  const byPath = new Map(files.map((file) => [pathOf(file), file]));
  const found = reported.flatMap(({ path, ...rest }): FoundFile[] => {
    const file = byPath.get(path);
    return file === undefined ? [] : [{ file, ...rest, isExact: true, hasEscapes: false }];
  });
  return {
    found,
    matchCount: counts.matches,
    matchingLines: counts.lines,
    fileCount: counts.files,
    failed: end.exitCode < 2 ? [] : failuresOf(end.errors, byPath),
  };
}

function sumOf(files: readonly ReportedFile[]): Counts {
  const sum = (key: 'matchCount' | 'matchingLines'): number => files.reduce((total, file) => total + file[key], 0);
  return { matches: sum('matchCount'), lines: sum('matchingLines'), files: files.length };
}

function less(all: Counts | undefined, before: Counts): Counts {
  const { matches, lines, files } = all ?? { matches: 0, lines: 0, files: 0 };
  return { matches: matches - before.matches, lines: lines - before.lines, files: files - before.files };
}

const errorForm = /^rg: (?<path>\.\/.*?): (?:IO error for operation on .*?: )?(?<words>.+?)(?: \(os error \d+\))?$/gmu;

/** As it is given, so that no name can pass for a flag or for standard input. */
function pathOf({ path }: SearchFile): string {
  return `./${toText(path)}`;
}

/** What ripgrep says of a file, in its own words. */
function failuresOf(errors: string, byPath: ReadonlyMap<string, SearchFile>): { file: SearchFile; reason: string }[] {
  return [...errors.matchAll(errorForm)].flatMap(({ groups = {} }) => {
    const file = byPath.get(groups.path ?? '');
    return file === undefined ? [] : [{ file, reason: (groups.words ?? '').toLowerCase() }];
  });
}
