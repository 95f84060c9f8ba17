import { formatCount, SpillwayError } from '@spillway/core';
import type { FileState, ReadLog } from './read-log.ts';

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
    throw refused(
      `only ${formatCount(shownBytes)} of its ${formatCount(state.byteLength)} bytes were read here, so the rest would be lost`,
      state,
      { reason: 'read-in-part', shownBytes },
    );
  }
  if (coverage.kind === 'changed') {
    throw refused('it has changed since it was read here', state, { reason: 'changed' });
  }
}

function refused(why: string, { shown, byteLength }: FileState, facts: Record<string, string | number>): SpillwayError {
  return new SpillwayError({
    code: 'write-refused',
    message:
      `${shown} was not replaced and is as it was: ${why}. Change a part of it by an edit, add to it with append, ` +
      'read all of it first, or, to replace it all the same, send the call again with replaceUnread true.',
    facts: { ...facts, byteLength },
  });
}
