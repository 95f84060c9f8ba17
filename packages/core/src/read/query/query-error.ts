import { formatBytes } from '../../bytes/count-words.ts';
import { SpillwayError } from '../../errors.ts';

const otherWays = 'Search it with a pattern instead (grep), or read it in pages.';

/** Tells that a content is no JSON. Contract: `what` is a clause, `next` sentences. */
export function notJson(what: string, next: string = otherWays): SpillwayError {
  return new SpillwayError({
    code: 'not-json',
    message: `the content is neither JSON nor JSON Lines: ${what}`,
    modelText: `A JSONPath needs JSON or JSON Lines, and this is neither: ${what}. ${next}`,
  });
}

/** Tells that a query takes more than it may. Contract: `what` is a sentence without its full stop. */
export function tooLarge(
  what: string,
  byteLength: number,
  facts: Readonly<Record<string, number>> = {},
): SpillwayError {
  return new SpillwayError({
    code: 'query-too-large',
    message: `the query cannot be answered: ${what}; the content has ${formatBytes(byteLength)}`,
    modelText: `${what}; the content has ${formatBytes(byteLength)}. ${otherWays}`,
    facts: { byteLength, ...facts },
  });
}
