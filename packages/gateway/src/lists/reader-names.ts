import type { ReaderNames } from '../boundary.ts';

const READ_RESULT = 'read_result';
const GREP_RESULT = 'grep_result';
const PREFIX = 'spillway_';

/** The readers' own names, used where no tool of the server has them. */
export const PLAIN_READER_NAMES: Required<ReaderNames> = { readResult: READ_RESULT, grepResult: GREP_RESULT };

/**
 * Chooses the names under which the readers are listed.
 *
 * Contract: their own names, unless the server has a tool of one of these, or has more pages whose names are not known
 * yet; then both carry a prefix, repeated until both are free. A gateway behind a gateway is such a case.
 */
export function chooseReaderNames(taken: ReadonlySet<string>, hasMorePages: boolean): Required<ReaderNames> {
  let prefix = hasMorePages ? PREFIX : '';
  while (taken.has(prefix + READ_RESULT) || taken.has(prefix + GREP_RESULT)) prefix += PREFIX;
  return { readResult: prefix + READ_RESULT, grepResult: prefix + GREP_RESULT };
}
