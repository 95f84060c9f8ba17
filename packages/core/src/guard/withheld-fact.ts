import { plural } from '../bytes/count-words.ts';

/** Says in a header how much of what was read is masked. */
export function withheldFact(withheldBytes: number): string {
  return `${plural(withheldBytes, 'byte')} of private keys withheld`;
}
