import { isObject, parseJson, toText } from '../parts/json.ts';
import { at, bracketed, once, Place } from './place.ts';
import { type Rule, ruleOf } from './rule.ts';

/** Lists every text of a value, names of members included; a text of JSON arguments is looked into as well. */
const textsIn = once((body) => addTexts(body, []));

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

function addTexts(place: Place, texts: Place[]): readonly Place[] {
  const { value } = place;
  if (typeof value === 'string') texts.push(place);
  for (const item of place.items) addTexts(item, texts);
  if (!isObject(value)) return texts;
  for (const key of Object.keys(value)) {
    const member = at(place, key);
    texts.push(new Place(key, () => member.where));
    addTexts(member, texts);
    const inside = key === 'arguments' ? addTexts(new Place(parseJson(toText(member.value))), []) : [];
    for (const text of inside) texts.push(new Place(text.value, () => member.where));
  }
  return texts;
}
