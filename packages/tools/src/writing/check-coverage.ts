import { formatCount, SpillwayError } from '@spillway/core';
import type { FileState } from './file-state.ts';
import type { ReadLog, Unlike } from './read-log.ts';

/**
 * Makes sure that a file is not replaced by somebody who saw a part of it, or what it was before.
 *
 * Contract: a file of which nothing was read here may be replaced: what is written then cannot be meant as its rest.
 * @throws SpillwayError `write-refused` with the fact `reason`.
 */
export function checkCoverage(log: ReadLog, state: FileState): void {
  const coverage = log.coverage(state);
  if (coverage.kind === 'part') {
    const { shownBytes } = coverage;
    const seen =
      shownBytes === 0
        ? 'only lines or values in it were shown here'
        : `only ${formatCount(shownBytes)} of its ${formatCount(state.byteLength)} bytes were read here`;
    throw refused(`${seen}, so the rest would be lost`, state, { reason: 'read-in-part', shownBytes });
  }
  if (coverage.kind === 'changed') {
    throw refused('it has changed since it was read here', state, { reason: 'changed' });
  }
  if (coverage.kind === 'unlike') throw refused(unlikeWords[coverage.how], state, { reason: coverage.how });
}

const unlikeWords: Readonly<Record<Unlike, string>> = {
  decompressed:
    'it is compressed, and what was read here is what it holds, so a text would take the place of all of it',
  replaced: 'characters that were shown stand for bytes that are no text or cannot be shown, which would be lost',
};

function refused(why: string, { shown, byteLength }: FileState, facts: Record<string, string | number>): SpillwayError {
  const ways: readonly string[] =
    facts.reason === 'decompressed'
      ? ['Write to another file']
      : [
          'Change a part of it by an edit, add to it with append',
          ...(facts.reason === 'replaced' ? [] : ['read all of it first']),
        ];
  return new SpillwayError({
    code: 'write-refused',
    message:
      `${shown} was not replaced and is as it was: ${why}. ${ways.join(', ')}, ` +
      'or, to replace it all the same, send the call again with replaceUnread true.',
    facts: { ...facts, byteLength },
  });
}
