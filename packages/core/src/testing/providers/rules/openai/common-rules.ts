import { isObject, parseJson } from '../../parts/json.ts';
import { isBase64, isOtherPicture, parseDataUrl, pictureTypes } from '../media.ts';
import { at, bracketed, type Place, textAt } from '../place.ts';
import { type Rule, ruleOf } from '../rule.ts';
import { toolRules } from '../tool-rules.ts';
import { tooLong } from './text-length.ts';

const maxTools = 128;
const namePattern = /^[a-zA-Z0-9_-]{1,64}$/;

/** Makes the rules of the texts in which calls are written; `callsOf` gives objects with `name` and `arguments`. */
export function argumentRules(callsOf: (body: Place) => readonly Place[]): readonly Rule[] {
  return [
    ruleOf(
      'call-name',
      callsOf,
      (call) => !namePattern.test(textAt(call, 'name') ?? ''),
      (call) => `Invalid '${bracketed(call)}.name': string does not match pattern '^[a-zA-Z0-9_-]+$'.`,
    ),
    // Servers that speak the same format parse the text for their templates: llama.cpp and vLLM refuse all but objects.
    // https://platform.openai.com/docs/guides/function-calling
    ruleOf(
      'call-arguments',
      callsOf,
      (call) => !isObject(parseJson(textAt(call, 'arguments') ?? '')),
      (call) => `Invalid '${bracketed(call)}.arguments': expected a string that is a JSON object.`,
    ),
  ];
}

/** Makes the rule of how long an id may be. */
export function idRule(name: string, placesOf: (body: Place) => readonly Place[], maxLength: number): Rule {
  return ruleOf(
    name,
    placesOf,
    ({ value }) => typeof value !== 'string' || value === '' || value.length > maxLength,
    (place) =>
      typeof place.value === 'string' && place.value !== ''
        ? tooLong(place, maxLength)
        : `Missing required parameter: '${bracketed(place)}'.`,
  );
}

/**
 * Makes the rule that pictures are addresses, or whole base64 of a type that is taken.
 * https://platform.openai.com/docs/guides/images-vision
 */
export function pictureRule(urlsOf: (body: Place) => readonly Place[]): Rule {
  return ruleOf(
    'image-url',
    urlsOf,
    ({ value }) => typeof value !== 'string' || !isPictureUrl(value),
    (place) =>
      `Invalid '${bracketed(place)}'. Expected a valid URL or a base64-encoded data URL with an image MIME type (e.g. 'data:image/png;base64,aW1nIGJ5dGVzIGhlcmU=').`,
  );
}

function isPictureUrl(url: string): boolean {
  if (!url.startsWith('data:')) return /^https?:\/\/\S+$/.test(url);
  const parts = parseDataUrl(url);
  return (
    parts !== undefined &&
    pictureTypes.includes(parts.mediaType) &&
    isBase64(parts.data) &&
    !isOtherPicture(parts.data, parts.mediaType)
  );
}

/**
 * Makes the rules of tools; `toolsOf` gives the objects that have `name` and `parameters`.
 * https://platform.openai.com/docs/guides/function-calling
 */
export function openaiToolRules(toolsOf: (body: Place) => readonly Place[]): readonly Rule[] {
  return [
    {
      name: 'tool-count',
      broken: (body) => toolsOf(body).slice(maxTools),
      message: () => `Invalid 'tools': array too long. Expected an array with maximum length ${maxTools}.`,
    },
    ...toolRules({
      toolsOf,
      schemaOf: (tool) => at(tool, 'parameters'),
      isSchemaNeeded: false,
      namePattern,
      name: (tool) => `Invalid '${bracketed(tool)}.name': string does not match pattern '^[a-zA-Z0-9_-]+$'.`,
      repeated: () => 'Tool names must be unique.',
      schema: (schema) => `Invalid schema for function at '${bracketed(schema)}': schema must be of type "object".`,
    }),
  ];
}

/** Makes the rule of the tokens that are reserved for the answer. */
export function reservationRule(keys: readonly string[], minTokens: number): Rule {
  return ruleOf(
    'max-tokens',
    (body) => keys.map((key) => at(body, key)).filter(({ value }) => value !== undefined && value !== null),
    ({ value }) => !Number.isInteger(value) || (value as number) < minTokens,
    (place) =>
      `Invalid '${bracketed(place)}': integer below minimum value. Expected a value >= ${minTokens}, but got ${place.value} instead.`,
  );
}
