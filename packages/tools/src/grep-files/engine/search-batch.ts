import type { SearchFile } from '../search-file.ts';
import { type EngineCall, EngineStopped, type FilesOutcome, type FoundFile, type SearchEngine } from './engine.ts';

/** The engines of one search. */
export interface Engines {
  /** Takes plain files alone; absent where it is not there or does not take the pattern. */
  readonly ripgrep?: SearchEngine;
  readonly core: SearchEngine;
}

/** Share of the time that is left for the engine that cannot say how far it came. */
const ripgrepShare = 0.5;

/**
 * Searches some files, each with the engine that is right for it.
 *
 * Contract: what ripgrep does not finish in its share of the time is searched again in the way that can stop anywhere,
 * so that every search advances.
 */
export async function searchBatch(
  engines: Engines,
  files: readonly SearchFile[],
  call: EngineCall,
): Promise<FilesOutcome> {
  const { ripgrep, core } = engines;
  const begin = performance.now();
  const plain = ripgrep === undefined ? [] : files.filter(({ isPlain }) => isPlain);
  if (ripgrep === undefined || plain.length === 0) return core.search(files, call);
  const others = files.filter(({ isPlain }) => !isPlain);
  try {
    const searching = ripgrep.search(plain, { ...call, maxMs: call.maxMs * ripgrepShare });
    if (others.length === 0) return await searching;
    const [first, second] = await Promise.all([searching, core.search(others, call)]);
    return merge(files, first, second);
  } catch (error) {
    if (!(error instanceof EngineStopped)) throw error;
    return core.search(files, { ...call, maxMs: call.maxMs - (performance.now() - begin) });
  }
}

/** Where one of them stopped, what was found behind that place is left for the next search, but counted. */
function merge(files: readonly SearchFile[], first: FilesOutcome, second: FilesOutcome): FilesOutcome {
  const order = new Map(files.map(({ path }, at) => [path, at]));
  const placeOf = ({ path }: SearchFile): number => order.get(path) ?? 0;
  const { stop } = second;
  const last = stop === undefined ? Number.POSITIVE_INFINITY : placeOf(stop.file);
  const found: FoundFile[] = [...first.found, ...second.found]
    .filter(({ file }) => placeOf(file) <= last)
    .sort((a, b) => placeOf(a.file) - placeOf(b.file));
  return {
    found,
    matchCount: first.matchCount + second.matchCount,
    matchingLines: first.matchingLines + second.matchingLines,
    fileCount: first.fileCount + second.fileCount,
    failed: [...first.failed, ...second.failed],
    ...(stop !== undefined && { stop }),
  };
}
