import { SpillwayError, toTitle } from '@spillway/core';
import { formatPathPart, splitBytes } from './path-text.ts';

const maxShown = 200;
const maxNames = 5;

/** Shows an absolute path in bytes to a model that knows the roots. Contract: one line; cut when it is very long. */
function showBytes(path: Uint8Array): string {
  const text = splitBytes(path)
    .map((part) => (part.length === 0 ? '' : formatPathPart(part)))
    .join('/');
  return text.length <= maxShown ? text : `${text.slice(0, maxShown)}…`;
}

/** A path that leads out of the roots. */
export function outside(given: string, rootNames: readonly string[]): SpillwayError {
  return refused(
    `${toTitle(given)} lies outside the folders that may be read here`,
    rootNames.length === 0
      ? 'There are none.'
      : `They are: ${rootNames.join(', ')}. Links that lead out of them are not followed.`,
  );
}

/** A path into the store. */
export function inStore(given: string): SpillwayError {
  return refused(
    `${toTitle(given)} belongs to the store of results`,
    'A stored result is read by its handle, not as a file.',
  );
}

/** A chain of links that does not end. */
export function linkLoop(given: string): SpillwayError {
  return refused(
    `${toTitle(given)} is a symbolic link that leads back to itself, or more than 40 links in a row`,
    'Name the file itself.',
  );
}

/** A text that cannot be a path at all. */
export function notAPath(given: string, why: string): SpillwayError {
  return refused(`${toTitle(given)} ${why}`, 'Give a path as the answers show them.');
}

/** A relative path that more than one root has. */
export function ambiguous(given: string, shown: readonly string[]): SpillwayError {
  return refused(`${toTitle(given)} is in more than one folder`, `Name one of: ${shown.join(', ')}.`);
}

/** What is known of a path at which nothing is. */
export interface MissingFacts {
  /** Absolute, in bytes. */
  readonly tried: readonly Uint8Array[];
  /** Paths as answers show them. */
  readonly near: readonly string[];
  /** Sentences. */
  readonly hints: readonly string[];
}

/** Nothing is there. */
export function missing(given: string, { tried, near, hints }: MissingFacts): SpillwayError {
  const paths = tried.map(showBytes).join(', ');
  const message = `${toTitle(given)} does not exist (tried ${paths})`;
  const next =
    near.length > 0 ? `Near it: ${near.slice(0, maxNames).join(', ')}.` : 'No name in that folder is near it.';
  return new SpillwayError({
    code: 'source-missing',
    message,
    modelText: [`${message}.`, ...hints, next].join(' '),
    facts: { tried: paths },
  });
}

function refused(message: string, next: string): SpillwayError {
  return new SpillwayError({ code: 'path-refused', message, modelText: `${message}. ${next}` });
}
