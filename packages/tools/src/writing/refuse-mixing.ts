import { SpillwayError } from '@spillway/core';
import type { FileForm } from './file-form.ts';

/**
 * Makes sure that a file in an encoding of old does not get a second one.
 *
 * Contract: ASCII is the same in both, and passes.
 * @throws SpillwayError `write-refused` with the fact `reason`.
 */
export function refuseMixing(shown: string, form: Pick<FileForm, 'isForeign'> | undefined, text: string): void {
  if (form?.isForeign !== true || /^\p{ASCII}*$/u.test(text)) return;
  throw new SpillwayError({
    code: 'write-refused',
    message:
      `Nothing was written: ${shown} is not in UTF-8 but in an encoding of old, and only ASCII is edited or added in such a ` +
      'file. Convert it to UTF-8 first, with a command such as iconv, or replace it by a text of which all is in UTF-8.',
    facts: { reason: 'encoding' },
  });
}
