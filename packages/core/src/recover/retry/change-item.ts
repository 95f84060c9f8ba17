import type { OverflowClassification } from '../overflow/classification.ts';
import type { Candidate } from '../view/candidates.ts';
import type { Change } from '../view/change.ts';
import type { ViewContext } from '../view/heal.ts';
import { shrinkChosen } from '../view/shrink.ts';
import type { JsonObject } from '../wire/json.ts';

/**
 * Shortens what a refusal named: one text that is too long, one picture that is too large, or the oldest pictures of too
 * many.
 *
 * Contract: changes nothing else, and nothing at all where the named part is not a tool's.
 */
export async function changeItem(
  context: ViewContext,
  messages: readonly JsonObject[],
  { item, limitCount }: OverflowClassification,
  what: 'item' | 'media',
): Promise<readonly Change[]> {
  const index = messageIndex(item, context.format.messagesKey);
  const isNamed = (candidate: Candidate): boolean => index === undefined || candidate.index === index;
  if (what === 'item') {
    return shrinkChosen(context, messages, 'result', (found) => largest(found.filter(isNamed)));
  }
  return shrinkChosen(context, messages, 'media', (found) => {
    if (limitCount !== undefined) return found.slice(0, Math.max(0, found.length - limitCount));
    return largest(found.filter(isNamed));
  });
}

function largest(found: readonly Candidate[]): readonly Candidate[] {
  return [...found].sort((a, b) => b.size - a.size).slice(0, 1);
}

/** Reads the message's number of `input[37].output` or `messages.7.content.2.image`; nothing where another key is named. */
function messageIndex(item: string | undefined, messagesKey: string): number | undefined {
  const [, key, number] = /^([a-z_]+)[.[](\d+)/u.exec(item ?? '') ?? [];
  return key === messagesKey ? Number(number) : undefined;
}
