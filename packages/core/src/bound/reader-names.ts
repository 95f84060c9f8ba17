/** The readers as this session lists them. An absent name is a reader that the model does not have. */
export interface ReaderNames {
  readonly readResult?: string;
  readonly grepResult?: string;
}

/** The readers under their own names. */
export const defaultReaderNames: Required<ReaderNames> = { readResult: 'read_result', grepResult: 'grep_result' };

const prefix = 'spillway_';

/**
 * Chooses the names under which the readers stand beside other tools.
 *
 * Contract: their own names, unless another tool has one of these, or there are tools whose names are not known yet;
 * then both carry a prefix, repeated until both are free. A Spillway behind a Spillway is such a case.
 */
export function chooseReaderNames(taken: ReadonlySet<string>, hasUnknownNames = false): Required<ReaderNames> {
  let names = hasUnknownNames ? withPrefix(defaultReaderNames) : defaultReaderNames;
  while (taken.has(names.readResult) || taken.has(names.grepResult)) names = withPrefix(names);
  return names;
}

function withPrefix({ readResult, grepResult }: Required<ReaderNames>): Required<ReaderNames> {
  return { readResult: prefix + readResult, grepResult: prefix + grepResult };
}
