import { at, bracketed, type Place } from './place.ts';
import { type Rule, ruleOf } from './rule.ts';

/** The rules of every API for the JSON itself. */
export const jsonRules: readonly Rule[] = [
  // RFC 8259, section 8.2: an escape of half a surrogate pair is unpredictable; the providers' parsers refuse it.
  // https://www.rfc-editor.org/rfc/rfc8259#section-8.2
  ruleOf(
    'lone-surrogate',
    textsIn,
    ({ value }) => !(value as string).isWellFormed(),
    (place) => `The request body is not valid JSON: no low surrogate in string at ${bracketed(place)}`,
  ),
  // Stricter than any one provider: each accepts some of these characters, none is known to accept all of them.
  ruleOf(
    'control-character',
    textsIn,
    ({ value }) => /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/.test(value as string),
    (place) => `Invalid control character in string at ${bracketed(place)}`,
  ),
];

/** Lists every text of a value, names of members included; a text of JSON arguments is looked into as well. */
function textsIn(place: Place): readonly Place[] {
  const { value } = place;
  if (typeof value === 'string') return [place];
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((_, index) => textsIn(at(place, index)));
  return Object.keys(value).flatMap((key) => {
    const member = at(place, key);
    const inArguments = key === 'arguments' ? textsIn(parsed(member)).map(({ value }) => ({ ...member, value })) : [];
    return [{ where: member.where, value: key }, ...textsIn(member), ...inArguments];
  });
}

/** The value that a text of JSON stands for; undefined where it is none. */
export function parsed(place: Place): Place {
  if (typeof place.value !== 'string') return { ...place, value: undefined };
  try {
    return { ...place, value: JSON.parse(place.value) };
  } catch {
    return { ...place, value: undefined };
  }
}
