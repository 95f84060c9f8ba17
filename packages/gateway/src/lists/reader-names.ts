import { defaultReaderNames } from '@spillway/core';
import type { ReaderNames } from '../boundary.ts';

const PREFIX = 'spillway_';

/** The readers' own names, used where no tool of the server has them. */
export const PLAIN_READER_NAMES: Required<ReaderNames> = defaultReaderNames;

/**
 * Chooses the names under which the readers are listed.
 *
 * Contract: their own names, unless the server has a tool of one of these, or has more pages whose names are not known
 * yet; then both carry a prefix, repeated until both are free. A gateway behind a gateway is such a case.
 */
export function chooseReaderNames(taken: ReadonlySet<string>, hasMorePages: boolean): Required<ReaderNames> {
  const { readResult, grepResult } = defaultReaderNames;
  let prefix = hasMorePages ? PREFIX : '';
  while (taken.has(prefix + readResult) || taken.has(prefix + grepResult)) prefix += PREFIX;
  return { readResult: prefix + readResult, grepResult: prefix + grepResult };
}
