import { SpillwayError } from '@spillway/core';

/** Makes sure that a text can be written as bytes. @throws SpillwayError `request-invalid` for a lone surrogate. */
export function assertWellFormed(parameter: string, text: string): void {
  if (text.isWellFormed()) return;
  throw new SpillwayError({
    code: 'request-invalid',
    message: `The text holds half of a surrogate pair, which no file of text can hold: ${parameter}. Send it without.`,
  });
}
