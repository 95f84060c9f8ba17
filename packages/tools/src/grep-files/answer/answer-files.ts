import { type Answer, type AnswerBudget, createMatcher, fitAnswer, pageFields } from '@spillway/core';
import type { FileState } from '../../writing/file-state.ts';
import { createCoreEngine } from '../engine/create-core-engine.ts';
import { createRipgrepEngine } from '../engine/ripgrep/create-ripgrep-engine.ts';
import { findRipgrep } from '../engine/ripgrep/find-ripgrep.ts';
import type { Engines } from '../engine/search-batch.ts';
import type { FilesRequest } from '../files-request.ts';
import { createOpenAhead, type OpenAhead } from '../open-ahead.ts';
import { type FilesContext, nameFile, openSearchFile } from '../open-search-file.ts';
import { searchFiles } from '../search-files.ts';
import { createSkipLog } from '../skipped-files.ts';
import { findScope } from '../walk/search-scope.ts';
import type { FilesPageSource } from './draft-rows.ts';
import { type FilesPage, writeFilesPage } from './files-page.ts';
import { formatFiles, type SearchOption } from './files-text.ts';
import { resumeFiles } from './resume.ts';

/** What the answer may cost, how long it may take, and how it is written. */
export interface FilesAnswerOptions extends AnswerBudget {
  readonly formatNext: (cursor: string) => string;
  /** Writes an option as the caller sends it; default `compressed: true`. */
  readonly formatOption?: (name: SearchOption) => string;
  /** Default: 10 seconds. */
  readonly maxScanMs?: number;
  /** The ripgrep to run; null for none. Default: the one that was installed with this package. */
  readonly ripgrep?: string | null;
  readonly signal?: AbortSignal;
}

const defaultScanMs = 10_000;
/** Rows cost at least this much for each match, and for each file. */
const minMatchCost = 6;
/** Below this much room for rows the header says what it must, and no more. */
const tightBytes = 1024;

/**
 * Searches the files under a path, or under all roots, and writes what fits.
 *
 * Contract: the answer as sent is within `maxBytes`; matches in the order of paths (byte by byte) and lines; counts to
 * the end of all files, or to the time limit, and says which. Memory does not grow with the files.
 * @throws SpillwayError `pattern-invalid`, `request-invalid`, `path-refused`, `cursor-malformed`, `cursor-mismatch`,
 * `source-changed`, `budget-too-small`, `aborted`, and as `Roots.find`.
 */
export async function answerFilesGrep(
  context: FilesContext,
  request: FilesRequest,
  options: FilesAnswerOptions,
): Promise<Answer<FilesPage>> {
  const ahead = createOpenAhead(context);
  try {
    return await searchAndWrite(context, request, options, ahead);
  } finally {
    await ahead.close();
  }
}

async function searchAndWrite(
  context: FilesContext,
  request: FilesRequest,
  options: FilesAnswerOptions,
  ahead: OpenAhead,
): Promise<Answer<FilesPage>> {
  const engines = await createEngines(context, request, options);
  const scope = await findScope(context, request);
  const skips = createSkipLog();
  const { from, files } = await resumeFiles(context, request, scope.files(skips, options.signal));
  const search = await searchFiles({
    engines,
    files,
    skips,
    show: (file) => nameFile(context, file),
    onFound: (file) => ahead.begin(file),
    maxKept: Math.ceil(options.maxBytes / minMatchCost) + 1,
    maxRowBytes: options.maxBytes,
    countsFiles: request.countOnly === true,
    maxMs: options.maxScanMs ?? defaultScanMs,
    ...(from !== undefined && { from: from.place }),
    ...(options.signal !== undefined && { signal: options.signal }),
  });
  const fit = { what: 'the answer of the search', advice: 'Use a shorter pattern or path.', toFields: pageFields };
  const shown = new WeakMap<FilesPage, [state: FileState, isPacked: boolean][]>();
  const answer = await fitAnswer(options, fit, async (maxContentBytes) => {
    const states: [state: FileState, isPacked: boolean][] = [];
    const { leftOutFolders, emptyFiles } = scope;
    const source: FilesPageSource = {
      search,
      request,
      context,
      open: (file) => ahead.take(file),
      skips: skips.copy(),
      leftOutFolders,
      emptyFiles,
      onShown: (...state) => states.push(state),
      ...(from !== undefined && { from }),
    };
    const page = await writeFilesPage(source, maxContentBytes);
    shown.set(page, states);
    const isTight = maxContentBytes < tightBytes;
    const { title, isOneFile } = scope;
    const { formatNext, formatOption } = options;
    const form = { title, formatNext, isTight, isOneFile, ...(formatOption !== undefined && { formatOption }) };
    return { page, text: formatFiles(page, request, form) };
  });
  for (const [state, isPacked] of shown.get(answer.page) ?? []) {
    // Single lines never show how the whole file stands.
    context.readLog?.record(state, 0, 0, isPacked ? 'decompressed' : undefined);
  }
  return answer;
}

async function createEngines(
  context: FilesContext,
  request: FilesRequest,
  options: FilesAnswerOptions,
): Promise<Engines> {
  // Whatever engine there is, the same patterns are accepted.
  createMatcher(request, 'utf-8');
  // With the policy to refuse, a file that holds a key must be known, so all of each is read through the guard.
  const isRefusing = context.spillway.keys === 'refuse';
  const command = isRefusing ? null : options.ripgrep === undefined ? await findRipgrep() : options.ripgrep;
  const ripgrep = command == null ? undefined : createRipgrepEngine(command, request);
  const core = createCoreEngine(request, (file, signal) => openSearchFile(context, file, signal));
  return { core, ...(ripgrep !== undefined && { ripgrep }) };
}
