import type { FoundMatch } from '@spillway/core';
import type { SearchFile } from '../search-file.ts';

/** A match, and enough of its text to tell whether it still stands there. */
export interface FileMatch extends FoundMatch {
  readonly text?: string;
}

/** What was found in one file. */
export interface FoundFile {
  readonly file: SearchFile;
  /** The first matches, as many as were to be kept. */
  readonly matches: readonly FileMatch[];
  readonly matchCount: number;
  readonly matchingLines: number;
  /** False where long lines were searched in pieces, so that a match may be missing. */
  readonly isExact: boolean;
  /** Terminal escape sequences were left out of what was searched. */
  readonly hasEscapes: boolean;
}

/** A place in a file at which a search begins. */
export interface FilePlace {
  readonly offset: number;
  readonly line?: number;
}

/** What a search of some files came to. */
export interface FilesOutcome {
  /** Files with a match that are kept, in the order of the files. */
  readonly found: readonly FoundFile[];
  /** Of all the files, those that are not kept as well. */
  readonly matchCount: number;
  readonly matchingLines: number;
  readonly fileCount: number;
  /** Files that could not be searched after all, with the reason. */
  readonly failed: readonly { readonly file: SearchFile; readonly reason: string }[];
  /** Where the time was over; absent when all was searched. */
  readonly stop?: { readonly file: SearchFile; readonly place: FilePlace };
}

/** What bounds one search of some files. */
export interface EngineCall {
  /** Matches to keep of all the files together; with 0 they are only counted. */
  readonly maxKept: number;
  /** Bytes that the matches kept may cost at least where they are shown: what costs more fits no answer. */
  readonly maxRowBytes?: number;
  /** Keep what each file comes to, without its matches. */
  readonly countsFiles: boolean;
  /** Where to begin in the first file. */
  readonly from?: FilePlace;
  /** Milliseconds from now after which to stop. */
  readonly maxMs: number;
  readonly signal?: AbortSignal;
  /** May be told, while the search goes on, of a file of which a match is kept; more than once, too. */
  readonly onFound?: (file: SearchFile) => void;
}

/**
 * Searches files one after another, line by line.
 *
 * Contract: what is found does not depend on the engine; memory does not grow with the files. An engine that could not
 * finish in time says where it stopped, having advanced, or throws `EngineStopped` where it does not know.
 * @throws SpillwayError `aborted`.
 */
export interface SearchEngine {
  search(files: readonly SearchFile[], call: EngineCall): Promise<FilesOutcome>;
}

/** Says that an engine was stopped by the time limit before it knew how far it came. */
export class EngineStopped extends Error {
  override readonly name: string = 'EngineStopped';
}
