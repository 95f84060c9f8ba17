import { createPace } from '@spillway/core';
import type { FilePlace, FilesOutcome, FoundFile } from './engine/engine.ts';
import { type Engines, searchBatch } from './engine/search-batch.ts';
import { minCostOf } from './min-cost.ts';
import { createReadAhead } from './read-ahead.ts';
import type { SearchFile } from './search-file.ts';
import type { SkipLog } from './skipped-files.ts';
import { type Batch, createBatchBuilder } from './walk/batch-files.ts';

/** A place in one of many files. */
export interface TreePlace {
  readonly file: SearchFile;
  readonly place: FilePlace;
}

/** What a search over files came to, from which answers of any size are written. */
export interface FilesSearch {
  /** The first files with matches, in order; their matches as many as were to be kept. */
  readonly found: readonly FoundFile[];
  readonly matchCount: number;
  readonly matchingLines: number;
  /** Files with a match. */
  readonly fileCount: number;
  readonly searchedFiles: number;
  /** Of those, files that hold bytes which are no UTF-8, as far as their start tells. */
  readonly lossyFiles: number;
  /** Where the time was over; absent when all was searched. */
  readonly stop?: TreePlace;
}

/** How a search over files is made. */
export interface FilesSearchOptions {
  readonly engines: Engines;
  /** The files in their order; what is not searched is told to `skips`. */
  readonly files: AsyncIterable<SearchFile>;
  readonly skips: SkipLog;
  readonly show: (file: SearchFile) => string;
  /** As in `EngineCall`. */
  readonly onFound?: (file: SearchFile) => void;
  /** Where to begin in the first of the files. */
  readonly from?: FilePlace;
  readonly maxKept: number;
  /** Bytes that they may cost at least where they are shown. */
  readonly maxRowBytes: number;
  readonly countsFiles: boolean;
  readonly maxMs: number;
  readonly signal?: AbortSignal;
}

/** Runs at a time: one for each of two processors keeps both busy, and the order costs little. */
const maxRuns = 2;

/**
 * Searches files in their order.
 *
 * Contract: counts all matches; keeps the first `maxKept` or little more. Memory is for three batches, whatever the files
 * hold. When the time is over it says where, having advanced.
 * @throws SpillwayError `aborted`.
 */
export async function searchFiles(options: FilesSearchOptions): Promise<FilesSearch> {
  const pace = createPace(options.signal);
  const cancel = new AbortController();
  const signal = options.signal === undefined ? cancel.signal : AbortSignal.any([options.signal, cancel.signal]);
  const sum = createSum(options);
  const running: { batch: Batch; outcome: Promise<FilesOutcome> }[] = [];
  const endFirst = async (): Promise<void> => {
    const first = running.shift();
    if (first !== undefined) sum.add(first.batch, await first.outcome);
  };
  const batches = createReadAhead(batchesOf(options.files, options.from !== undefined));
  try {
    let from = options.from;
    for await (const batch of batches) {
      if (sum.stop === undefined && pace.elapsedMs() >= options.maxMs && sum.searchedFiles + running.length > 0) {
        while (running.length > 0 && sum.stop === undefined) await endFirst();
        sum.stopAt({ file: batch[0] as SearchFile, place: { offset: 0, line: 1 } });
      }
      if (sum.stop !== undefined) break;
      const outcome = searchBatch(options.engines, batch, {
        ...keptOf(options, sum),
        countsFiles: options.countsFiles && sum.keptCount < options.maxKept,
        maxMs: options.maxMs - pace.elapsedMs(),
        signal,
        ...(options.onFound !== undefined && { onFound: options.onFound }),
        ...(from !== undefined && { from }),
      });
      // What is not waited for any more must not end the process.
      outcome.catch(() => {});
      running.push({ batch, outcome });
      from = undefined;
      // Files are walked and looked at while others are searched.
      batches.begin();
      // What the first one has may fill the answer, and then the others only count.
      if (running.length === maxRuns || sum.searchedFiles === 0) await endFirst();
    }
    while (running.length > 0 && sum.stop === undefined) await endFirst();
    return sum.toSearch();
  } finally {
    cancel.abort();
    await Promise.allSettled(running.map(({ outcome }) => outcome));
  }
}

async function* batchesOf(files: AsyncIterable<SearchFile>, isFirstAlone: boolean): AsyncGenerator<Batch, void, void> {
  const builder = createBatchBuilder();
  let isFirst = isFirstAlone;
  for await (const file of files) {
    if (isFirst) yield [file];
    else {
      const full = builder.add(file);
      if (full !== undefined) yield full;
    }
    isFirst = false;
  }
  const rest = builder.take();
  if (rest.length > 0) yield rest;
}

/** Nothing more is kept when there is enough for an answer. */
function keptOf(options: FilesSearchOptions, { keptCount, rowBytes }: Sum): { maxKept: number; maxRowBytes: number } {
  const maxRowBytes = options.maxRowBytes - rowBytes;
  const isEnough = options.countsFiles || maxRowBytes <= 0;
  return { maxKept: isEnough ? 0 : Math.max(0, options.maxKept - keptCount), maxRowBytes };
}

interface Sum {
  readonly stop: TreePlace | undefined;
  readonly keptCount: number;
  readonly rowBytes: number;
  readonly searchedFiles: number;
  add(batch: Batch, outcome: FilesOutcome): void;
  stopAt(place: TreePlace): void;
  toSearch(): FilesSearch;
}

function createSum({ skips, show, countsFiles }: FilesSearchOptions): Sum {
  const found: FoundFile[] = [];
  const counts = { matchCount: 0, matchingLines: 0, fileCount: 0 };
  let searchedFiles = 0;
  let keptCount = 0;
  let rowBytes = 0;
  let lossyFiles = 0;
  let stop: TreePlace | undefined;
  return {
    get stop(): TreePlace | undefined {
      return stop;
    },
    get keptCount(): number {
      return keptCount;
    },
    get rowBytes(): number {
      return rowBytes;
    },
    get searchedFiles(): number {
      return searchedFiles;
    },
    add(batch, outcome) {
      for (const each of outcome.found) {
        found.push(each);
        keptCount += countsFiles ? 1 : each.matches.length;
        rowBytes += minCostOf(each.matches);
      }
      counts.matchCount += outcome.matchCount;
      counts.matchingLines += outcome.matchingLines;
      counts.fileCount += outcome.fileCount;
      searchedFiles += batch.length - outcome.failed.length;
      lossyFiles += batch.filter(({ isLossy }) => isLossy).length;
      for (const { file, reason } of outcome.failed) skips.add(reason, () => show(file));
      if (outcome.stop === undefined) return;
      stop = outcome.stop;
      const isBegun = stop.place.offset > 0;
      searchedFiles -= batch.length - batch.indexOf(stop.file) - (isBegun ? 1 : 0);
    },
    stopAt(place) {
      stop ??= place;
    },
    toSearch: () => ({ found, ...counts, searchedFiles, lossyFiles, ...(stop !== undefined && { stop }) }),
  };
}
