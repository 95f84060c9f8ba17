import { plural } from '../bytes/count-words.ts';

/** Said of a source that is longer than when the answer before was written. */
export const grownFact = 'the source has grown since the last answer';

/** Says in a header how much of what is shown could not be decoded. */
export function undecodableFact(undecodable: number): string {
  return `${plural(undecodable, 'run')} of bytes that are not text shown as U+FFFD`;
}

/** Says in a header how many characters are shown by others. */
export function replacedFact(replaced: number): string {
  return `${plural(replaced, 'control character')} shown as pictures`;
}
