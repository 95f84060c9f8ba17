import type { WireFormat } from '../wire/wire-format.ts';
import type { Entry } from './transcript.ts';

/**
 * Returns the messages of a person at the end that were not answered, where they hold nothing but what that person
 * wrote.
 */
export function unsentTexts(entries: readonly Entry[], format: WireFormat): readonly Entry[] {
  const lastAnswer = entries.findLastIndex(({ sent }) => format.roleOf(sent) !== 'user' || hasResult(sent, format));
  return entries.slice(lastAnswer + 1);
}

function hasResult(message: Entry['sent'], format: WireFormat): boolean {
  return format.partsOf(message).some(({ kind }) => kind === 'result');
}
