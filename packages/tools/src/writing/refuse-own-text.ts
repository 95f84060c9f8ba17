import { findOwnMark, SpillwayError } from '@spillway/core';

/**
 * Makes sure that a text for a file was not copied from a bounded answer with what stands around the content there.
 *
 * @throws SpillwayError `write-refused` with the facts `reason` and `line`.
 */
export function refuseOwnText(parameter: string, text: string): void {
  const mark = findOwnMark(text);
  if (mark === undefined) return;
  const what =
    mark.kind === 'notice'
      ? 'a notice that stands in the place of a large result'
      : 'a line that stands around a page of a result';
  throw new SpillwayError({
    code: 'write-refused',
    message:
      `Nothing was written: line ${mark.line} of ${parameter} is ${what}, not content. Read what it stands for and write ` +
      'that; or, where these very words are meant, send the call again with allowNotices true.',
    facts: { reason: 'holds-notice', line: mark.line },
  });
}
