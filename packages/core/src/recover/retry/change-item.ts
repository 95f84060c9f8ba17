import type { OverflowClassification } from '../overflow/classification.ts';
import type { Candidate } from '../view/candidates.ts';
import type { Change } from '../view/change.ts';
import { shrinkChosen } from '../view/shrink.ts';
import type { ViewContext } from '../view/view-context.ts';
import type { ItemChange } from './decision.ts';
import { type Draft, sentMessages } from './draft.ts';
import { lowWatermark } from './room.ts';

/**
 * Shortens what a refusal named: one text that is too long, one picture that is too large, or of too many pictures
 * those of the oldest turns, down to three quarters of what is allowed so that the next ones fit too.
 *
 * Contract: of texts, only those that a tool wrote. Where a part is named, no other is changed; where none is, the
 * largest of its kind.
 */
export async function changeItem(
  context: ViewContext,
  draft: Draft,
  { item, limitCount }: OverflowClassification,
  what: ItemChange['what'],
): Promise<readonly Change[]> {
  const named = item === undefined ? 'any' : findNamed(item, draft);
  if (named === undefined) return [];
  const isNamed = ({ index, part }: Candidate): boolean =>
    named === 'any' || (index === named.index && standsAt(part.path, named.places));
  const choose = (found: readonly Candidate[]): readonly Candidate[] => {
    if (what !== 'pictures') return largest(found.filter(isNamed));
    const kept = limitCount === undefined ? found.length / 2 : limitCount >= found.length ? found.length : limitCount;
    return kept === found.length ? [] : found.slice(0, found.length - Math.floor(kept * lowWatermark));
  };
  return shrinkChosen(context, draft.messages, what === 'text' ? 'result' : 'media', choose);
}

function largest(found: readonly Candidate[]): readonly Candidate[] {
  return [...found].sort((a, b) => b.size - a.size).slice(0, 1);
}

interface Named {
  /** Of the message. */
  readonly index: number;
  /** Numbers on the way from the message to the part. */
  readonly places: readonly number[];
}

/**
 * Finds the message of `input[37].output` or `messages.7.content.2.image`: the number counts what was sent, which may
 * hold more messages than the transcript. `undefined` where it is none, or not one of the transcript.
 */
function findNamed(item: string, draft: Draft): Named | 'any' | undefined {
  const [key, ...names] = item.split(/[.[\]]+/u).filter((name) => name !== '' && name !== '$');
  if (key !== draft.format.messagesKey) return undefined;
  const [number, ...places] = names.filter((name) => /^\d+$/u.test(name)).map(Number);
  if (number === undefined) return 'any';
  const sent = sentMessages(draft);
  const index = sent === draft.messages ? number : draft.messages.indexOf(sent[number] ?? {});
  return index < 0 || index >= draft.messages.length ? undefined : { index, places };
}

/** A name may lead to the part, or further into it. */
function standsAt(path: Candidate['part']['path'], places: readonly number[]): boolean {
  const numbers = path.filter((key) => typeof key === 'number');
  return numbers.every((number, depth) => depth >= places.length || number === places[depth]);
}
