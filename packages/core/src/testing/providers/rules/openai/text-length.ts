import { bracketed, type Place } from '../place.ts';
import { type Rule, ruleOf } from '../rule.ts';

const maxTextLength = 10_485_760;

/**
 * Makes the rule that a text may have so many characters. https://platform.openai.com/docs/api-reference/chat/create
 */
export function textLengthRule(places: (body: Place) => readonly Place[]): Rule {
  return ruleOf(
    'text-length',
    places,
    ({ value }) => typeof value === 'string' && value.length > maxTextLength,
    (place) => tooLong(place, maxTextLength),
  );
}

/** What OpenAI says of a text that is too long. */
export function tooLong(place: Place, maxLength: number): string {
  const { length } = String(place.value);
  return `Invalid '${bracketed(place)}': string too long. Expected a string with maximum length ${maxLength}, but got a string with length ${length} instead.`;
}

/** What OpenAI says of an empty list. */
export function emptyList(place: Place): string {
  return `Invalid '${bracketed(place)}': empty array. Expected an array with minimum length 1, but got an empty array instead.`;
}
