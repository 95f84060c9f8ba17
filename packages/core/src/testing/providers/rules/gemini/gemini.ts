import { isObject } from '../../parts/json.ts';
import { isBase64, isOtherPicture } from '../media.ts';
import { at, bracketed, has, type Place, textAt } from '../place.ts';
import { type Rule, ruleOf } from '../rule.ts';
import { toolRules } from '../tool-rules.ts';
import { callRules } from './call-rules.ts';
import { allMembers, contentsOf, kindOf, partsOf } from './contents.ts';

/** The one of these keys that a part has says what it is; other keys may stand beside it. */
const partKeys = [
  'text',
  'inlineData',
  'fileData',
  'functionCall',
  'functionResponse',
  'executableCode',
  'codeExecutionResult',
];
const keysOf = (part: Place): readonly string[] => partKeys.filter((key) => has(part, key));
const allParts = (body: Place): readonly Place[] => contentsOf(body).flatMap(partsOf);
/** Pictures also stand inside the answers of functions. */
const inlineData = (body: Place): readonly Place[] => [
  ...allMembers('inlineData')(body),
  ...allMembers('functionResponse')(body)
    .flatMap((result) => at(result, 'parts').items)
    .map((part) => at(part, 'inlineData')),
];

/** The rules of the Gemini API. https://ai.google.dev/api/generate-content */
export const geminiRules: readonly Rule[] = [
  {
    name: 'contents-empty',
    broken: (body) => (contentsOf(body).length === 0 ? [at(body, 'contents')] : []),
    message: () => 'GenerateContentRequest.contents: contents is not specified',
  },
  ruleOf(
    'content-role',
    contentsOf,
    (content) => kindOf(content) === 'unknown',
    () => 'Please use a valid role: user, model.',
  ),
  {
    name: 'role-order',
    broken: (body) =>
      contentsOf(body).filter(
        (content, index, all) => kindOf(content) === (index === 0 ? 'model' : kindOf(all[index - 1] as Place)),
      ),
    message: () => 'Please ensure that multiturn requests alternate between user and model.',
  },
  // https://ai.google.dev/api/caching#Content
  ruleOf(
    'parts-empty',
    contentsOf,
    (content) => partsOf(content).length === 0,
    (content) => `GenerateContentRequest.${bracketed(content)}.parts: contents.parts must not be empty.`,
  ),
  ruleOf(
    'part-type',
    allParts,
    (part) => keysOf(part).length !== 1,
    (part) =>
      `GenerateContentRequest.${bracketed(part)}.data: required oneof field 'data' must have one initialized field`,
  ),
  {
    name: 'part-role',
    broken: (body) => [
      ...partsUnder('user', ['functionCall', 'executableCode', 'codeExecutionResult'])(body),
      ...partsUnder('model', ['functionResponse'])(body),
    ],
    message: (part) => `Please ensure that the part at ${bracketed(part)} stands in a content of the right role`,
  },
  ruleOf(
    'text-empty',
    (body) => [...allParts(body), ...at(body, 'systemInstruction', 'parts').items].filter((part) => has(part, 'text')),
    (part) => !textAt(part, 'text') && !has(part, 'thoughtSignature'),
    () => 'Unable to submit request because it must have a text parameter. Add a text parameter and try again.',
  ),
  // https://ai.google.dev/api/caching#Blob
  ruleOf(
    'media-type',
    inlineData,
    (data) => !/^[\w.+-]+\/[\w.+-]+/.test(textAt(data, 'mimeType') ?? ''),
    (data) => `Unable to submit request because the mimeType of ${bracketed(data)} is missing or not supported`,
  ),
  ruleOf(
    'media-base64',
    inlineData,
    (data) => !isBase64(at(data, 'data').value),
    (data) => `Invalid value at '${bracketed(data)}.data' (TYPE_BYTES), Base64 decoding failed`,
  ),
  ruleOf(
    'image-other-type',
    inlineData,
    (data) =>
      /^image\//.test(textAt(data, 'mimeType') ?? '') &&
      isOtherPicture(at(data, 'data').value, textAt(data, 'mimeType')),
    (data) => `Unable to process input image at ${bracketed(data)}`,
  ),
  ...callRules,
  ruleOf(
    'max-tokens',
    (body) => [at(body, 'generationConfig', 'maxOutputTokens')],
    ({ value }) => value !== undefined && (!Number.isInteger(value) || (value as number) < 1),
    ({ value }) =>
      `Unable to submit request because it has a maxOutputTokens value of ${value} but the supported range starts at 1.`,
  ),
  ...toolRules({
    toolsOf: (body) => at(body, 'tools').items.flatMap((tool) => at(tool, 'functionDeclarations').items),
    schemaOf: (tool) => at(tool, 'parameters'),
    isSchemaNeeded: false,
    namePattern: /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$/,
    name: (tool) => `GenerateContentRequest.${bracketed(tool)}.name: Invalid function name.`,
    repeated: (tool) => `Duplicate function declaration found: ${textAt(tool, 'name')}`,
    schema: (schema) => `GenerateContentRequest.${bracketed(schema)}.type: parameters schema should be of type OBJECT`,
  }),
];

function partsUnder(role: 'user' | 'model', keys: readonly string[]): (body: Place) => readonly Place[] {
  return (body) =>
    contentsOf(body)
      .filter((content) => (kindOf(content) === 'model') === (role === 'model'))
      .flatMap(partsOf)
      .filter((part) => isObject(part.value) && keys.some((key) => has(part, key)));
}
