import type { TextEncoding } from '../../bytes/byte-source.ts';
import { formatBytes } from '../../bytes/count-words.ts';
import { parseCursor } from '../../handle/cursor.ts';
import { createPace } from '../pace.ts';
import { scanSource } from '../source/scan-source.ts';
import type { ReadTarget } from '../source/target.ts';
import { parseJsonPath } from './json-path.ts';
import { notJson, tooLarge } from './query-error.ts';
import { defaultQueryLimits, digestQueryPath, type QueryLimits, type QueryRequest } from './query-request.ts';
import { runQueryThread } from './query-thread.ts';
import type { QueryOutcome, QueryTask } from './run-query.ts';

/** A query that was run, from which answers of any size are written. */
export interface PreparedQuery {
  readonly target: ReadTarget;
  readonly encoding: Exclude<TextEncoding, 'binary'>;
  /** As `parseJsonPath` has it. */
  readonly path: string;
  readonly outcome: QueryOutcome;
  readonly from: QueryTask['from'];
  readonly countOnly: boolean;
  readonly hasGrown: boolean;
}

/** What a query may cost, and what ends it. */
export interface QueryOptions extends Partial<QueryLimits> {
  /** Escaped bytes of the largest answer that will be written. */
  readonly maxContentBytes: number;
  readonly signal?: AbortSignal;
}

/**
 * Runs a query over a source.
 *
 * Contract: reads the whole source into memory, up to `maxQueryBytes`, for every answer anew. One document, or JSON Lines
 * as the array of its documents. A path that is wrong is refused before anything is read.
 * @throws SpillwayError `path-invalid`, `not-json`, `query-too-large`, `cursor-malformed`, `cursor-mismatch`,
 * `source-changed`, `aborted`.
 */
export async function prepareQuery(
  target: ReadTarget,
  request: QueryRequest,
  options: QueryOptions,
): Promise<PreparedQuery> {
  const { text: path } = parseJsonPath(request.path);
  const countOnly = request.count === true;
  const { hasGrown, ...from } = await startOf(target, request.cursor, path);
  const { encoding, source } = target;
  if (encoding === 'binary') throw notJson('it is binary');
  if (target.codec !== undefined) throw notJson(`it is read as ${target.codec.name}, and JSON is UTF-8 or UTF-16`);
  const limits = { ...defaultQueryLimits, ...definedLimits(options) };
  if (source.byteLength > limits.maxQueryBytes) {
    throw tooLarge(
      `It is larger than the ${formatBytes(limits.maxQueryBytes)} that a path can be applied to`,
      source.byteLength,
      { maxQueryBytes: limits.maxQueryBytes },
    );
  }
  const bytes = await readWhole(target, options.signal);
  const task: QueryTask = { bytes, encoding, path, from, maxBytes: countOnly ? 0 : options.maxContentBytes };
  const outcome = await runQueryThread(task, limits, options.signal);
  return { target, encoding, path, outcome, from, countOnly, hasGrown };
}

async function startOf(
  target: ReadTarget,
  text: string | undefined,
  path: string,
): Promise<QueryTask['from'] & { hasGrown: boolean }> {
  if (text === undefined) return { match: 1, offset: 0, hasGrown: false };
  const cursor = parseCursor(text);
  const state = await target.checkCursor(cursor, { kind: 'query', query: digestQueryPath(path) });
  return { match: cursor.line ?? 1, offset: cursor.offset, hasGrown: state === 'appended' };
}

async function readWhole({ source }: ReadTarget, signal: AbortSignal | undefined): Promise<Uint8Array> {
  const bytes = new Uint8Array(source.byteLength);
  let length = 0;
  for await (const chunk of scanSource(source, 0, bytes.length, createPace(signal))) {
    bytes.set(chunk, length);
    length += chunk.length;
  }
  return bytes.subarray(0, length);
}

function definedLimits({ maxQueryBytes, maxQueryHeapBytes, maxQueryMs }: Partial<QueryLimits>): Partial<QueryLimits> {
  return {
    ...(maxQueryBytes !== undefined && { maxQueryBytes }),
    ...(maxQueryHeapBytes !== undefined && { maxQueryHeapBytes }),
    ...(maxQueryMs !== undefined && { maxQueryMs }),
  };
}
