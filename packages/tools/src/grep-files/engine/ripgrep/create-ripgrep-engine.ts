import { createMatcher, type Pattern, parseAlternatives, SpillwayError } from '@spillway/core';
import type { SearchFile } from '../../search-file.ts';
import { toSystemPath, toText } from '../../walk/byte-path.ts';
import { type EngineCall, EngineStopped, type FilesOutcome, type FoundFile, type SearchEngine } from '../engine.ts';
import { type Counts, MatchReader } from './match-reader.ts';
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
const alwaysFlags: readonly string[] = [
  '--json',
  '--threads=1',
  '--text',
  '--encoding=none',
  '--no-ignore',
  '--hidden',
];

async function takesPattern(command: string, flags: readonly string[]): Promise<boolean> {
  const args = ['--json', '--quiet', ...flags, '--', '-'];
  const { exitCode } = await runRipgrep({ command, args, directory: '/', maxMs: 5000, onOutput: () => true });
  return exitCode < 2;
}

async function search(engine: Engine, files: readonly SearchFile[], call: EngineCall): Promise<FilesOutcome> {
  const begin = performance.now();
  const { maxKept, countsFiles, from } = call;
  const isOnlyCounted = maxKept === 0 && !countsFiles && from === undefined;
  const reader = new MatchReader({ maxKept, dropsReturn: engine.dropsReturn, ...(from !== undefined && { from }) });
  const isWanted = (): boolean => countsFiles || !reader.hasMore;
  const end = await run(engine, files, call, isOnlyCounted ? ['--quiet'] : [], reader, isWanted);
  if (end.how === 'stopped') {
    // All that can be shown is known: the rest is counted without being told.
    const counted = new MatchReader({ maxKept: 0, dropsReturn: engine.dropsReturn });
    const rest = { ...call, maxMs: call.maxMs - (performance.now() - begin) };
    const restEnd = await run(engine, files, rest, ['--quiet'], counted, () => true);
    return toOutcome(files, reader, less(counted.summary, reader.before), restEnd);
  }
  return toOutcome(files, reader, isOnlyCounted ? (reader.summary ?? sumOf(reader)) : sumOf(reader), end);
}

async function run(
  engine: Engine,
  files: readonly SearchFile[],
  call: EngineCall,
  flags: readonly string[],
  reader: MatchReader,
  isWanted: () => boolean,
): Promise<RipgrepEnd> {
  const paths = files.map(({ path }) => `./${toText(path)}`);
  const [first] = files;
  const attempt = (more: readonly string[]): Promise<RipgrepEnd> =>
    runRipgrep({
      command: engine.command,
      args: [...alwaysFlags, ...flags, ...more, ...engine.flags, '--', ...paths],
      directory: String(toSystemPath(first?.rootPath ?? '')),
      maxMs: call.maxMs,
      ...(call.signal !== undefined && { signal: call.signal }),
      onOutput: (chunk) => {
        reader.write(chunk);
        return isWanted();
      },
    });
  const end = await attempt([]);
  reader.end();
  if (end.how === 'late' || end.how === 'died') throw new EngineStopped(`ripgrep ${end.how}`);
  if (end.how !== 'aborted') return end;
  throw new SpillwayError({
    code: 'aborted',
    message: 'searching was aborted',
    modelText: 'The search was stopped before it was done. Send the same call again if it is still wanted.',
    cause: call.signal?.reason,
  });
}

function toOutcome(files: readonly SearchFile[], reader: MatchReader, counts: Counts, end: RipgrepEnd): FilesOutcome {
  const byPath = new Map(files.map((file) => [`./${toText(file.path)}`, file]));
  const found = reader.files.flatMap(({ path, ...rest }): FoundFile[] => {
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

function sumOf(reader: MatchReader): Counts {
  let matches = 0;
  let lines = 0;
  for (const file of reader.files) {
    matches += file.matchCount;
    lines += file.matchingLines;
  }
  return { matches, lines, files: reader.files.length };
}

function less(all: Counts | undefined, before: Counts): Counts {
  const { matches, lines, files } = all ?? { matches: 0, lines: 0, files: 0 };
  return { matches: matches - before.matches, lines: lines - before.lines, files };
}

const errorForm = /^rg: (?<path>\.\/.*?): (?:IO error for operation on .*?: )?(?<words>.+?)(?: \(os error \d+\))?$/gmu;

/** What ripgrep says of a file, in its own words. */
function failuresOf(errors: string, byPath: ReadonlyMap<string, SearchFile>): { file: SearchFile; reason: string }[] {
  return [...errors.matchAll(errorForm)].flatMap(({ groups = {} }) => {
    const file = byPath.get(groups.path ?? '');
    return file === undefined ? [] : [{ file, reason: (groups.words ?? '').toLowerCase() }];
  });
}
