import { at, bracketed, has, type Place, textAt } from '../place.ts';
import { type Rule, repeatedBy, ruleOf } from '../rule.ts';
import { argumentRules, idRule, openaiToolRules, pictureRule, reservationRule } from './common-rules.ts';
import { isItem, isOfModel, itemsIn, itemTypes, partsByRole, partsOf, typeOf } from './items.ts';
import { textLengthRule } from './text-length.ts';

const calls = ['function_call', 'custom_tool_call', 'local_shell_call', 'shell_call', 'apply_patch_call'];
const outputs = calls.map((type) => `${type}_output`);

const itemsOfType =
  (...types: readonly string[]) =>
  (body: Place): readonly Place[] =>
    itemsIn(body).filter(isItem(...types));
const idOf = (item: Place): string | undefined => textAt(item, 'call_id');
const allParts = (body: Place): readonly Place[] => itemsIn(body).flatMap(partsOf);

/** How the ids of items begin that the API gave out. */
const idPrefixes: Readonly<Record<string, string>> = { message: 'msg', function_call: 'fc', reasoning: 'rs' };

/** The rules of OpenAI's Responses API. https://platform.openai.com/docs/api-reference/responses/create */
export const openaiResponsesRules: readonly Rule[] = [
  {
    name: 'input-empty',
    broken: (body) =>
      [at(body, 'input')].filter(({ value }) => !isContent(value) && (has(body, 'input') || !hasOtherInput(body))),
    message: () => 'One of "input" or "previous_response_id" or \'prompt\' or \'conversation\' must be provided.',
  },
  ruleOf(
    'item-type',
    itemsIn,
    (item) => !itemTypes.includes(typeOf(item) ?? ''),
    (item) => `Invalid value: '${typeOf(item)}' at '${bracketed(item)}.type'.`,
  ),
  ruleOf(
    'message-role',
    itemsOfType('message'),
    (item) => !Object.hasOwn(partsByRole, textAt(item, 'role') ?? ''),
    (item) =>
      `Invalid value: '${textAt(item, 'role')}'. Supported values are: 'assistant', 'system', 'developer', and 'user'.`,
  ),
  ruleOf(
    'content-missing',
    itemsOfType('message'),
    (item) => !isContent(at(item, 'content').value),
    (item) => `Missing required parameter: '${bracketed(item)}.content'.`,
  ),
  {
    name: 'part-type',
    broken: (body) => itemsIn(body).flatMap(partsOfOtherRole),
    message: (part) => `Invalid value: '${textAt(part, 'type')}' at '${bracketed(part)}.type'.`,
  },
  ruleOf(
    'part-text',
    allParts,
    (part) => ['input_text', 'output_text'].includes(textAt(part, 'type') ?? '') && textAt(part, 'text') === undefined,
    (part) => `Missing required parameter: '${bracketed(part)}.text'.`,
  ),
  pictureRule((body) =>
    allParts(body)
      .filter((part) => textAt(part, 'type') === 'input_image' && !has(part, 'file_id'))
      .map((part) => at(part, 'image_url')),
  ),
  textLengthRule((body) => [
    at(body, 'input'),
    ...itemsIn(body).flatMap((item) => [at(item, 'content'), at(item, 'output')]),
    ...allParts(body).map((part) => at(part, 'text')),
  ]),
  ruleOf(
    'output-missing',
    itemsOfType('function_call_output', 'custom_tool_call_output'),
    (item) => !isContent(at(item, 'output').value),
    (item) => `Missing required parameter: '${bracketed(item)}.output'.`,
  ),
  ruleOf(
    'item-id',
    itemsIn,
    (item) => textAt(item, 'id') !== undefined && !isItemId(item),
    (item) =>
      `Invalid '${bracketed(item)}.id': '${textAt(item, 'id')}'. Expected an ID of at most 64 letters, numbers, underscores, or dashes that begins with '${idPrefixes[typeOf(item) ?? ''] ?? ''}'.`,
  ),
  {
    name: 'item-id-repeated',
    broken: (body) => repeatedBy(itemsIn(body), (item) => textAt(item, 'id')),
    message: (item) =>
      `Duplicate item found with id ${textAt(item, 'id')}. Remove duplicate items from your input and try again.`,
  },
  idRule('call-id', (body) => itemsOfType(...calls, ...outputs)(body).map((item) => at(item, 'call_id')), 64),
  {
    name: 'call-id-repeated',
    broken: (body) => repeatedBy(itemsOfType(...calls)(body), idOf),
    message: (call) => `Duplicate call_id ${idOf(call)} at '${bracketed(call)}'.`,
  },
  ...argumentRules(itemsOfType('function_call')),
  // A call is matched with its output by `call_id`, wherever behind it the output stands.
  {
    name: 'result-missing',
    broken: callsWithoutOutput,
    message: (call) => `No tool output found for function call ${idOf(call)}.`,
  },
  {
    name: 'result-without-call',
    broken: outputsWithoutCall,
    message: (output) => `No tool call found for function call output with call_id ${idOf(output)}.`,
  },
  {
    name: 'result-repeated',
    broken: (body) => repeatedBy(itemsOfType(...outputs)(body), idOf),
    message: (output) => `Duplicate tool output found for function call ${idOf(output)}.`,
  },
  // https://platform.openai.com/docs/guides/reasoning
  ruleOf(
    'reasoning-summary',
    itemsOfType('reasoning'),
    (item) => !Array.isArray(at(item, 'summary').value),
    (item) => `Missing required parameter: '${bracketed(item)}.summary'.`,
  ),
  {
    name: 'reasoning-alone',
    broken: (body) =>
      itemsIn(body).filter((item, index, all) => isItem('reasoning')(item) && !isOfModel(all[index + 1])),
    message: (item) =>
      `Item '${textAt(item, 'id')}' of type 'reasoning' was provided without its required following item.`,
  },
  reservationRule(['max_output_tokens'], 16),
  ...openaiToolRules((body) => at(body, 'tools').items.filter((tool) => textAt(tool, 'type') === 'function')),
];

function isItemId(item: Place): boolean {
  const id = textAt(item, 'id') ?? '';
  return /^[a-zA-Z0-9_-]{1,64}$/.test(id) && id.startsWith(idPrefixes[typeOf(item) ?? ''] ?? '');
}

function isContent(value: unknown): boolean {
  return typeof value === 'string' || (Array.isArray(value) && value.length > 0);
}

/** What came before may be kept by the API; then calls may stand there. */
function isContinued(body: Place): boolean {
  return ['previous_response_id', 'conversation'].some(
    (key) => typeof at(body, key).value === 'string' || has(at(body, key), 'id'),
  );
}

function hasOtherInput(body: Place): boolean {
  return isContinued(body) || has(body, 'prompt');
}

function callsWithoutOutput(body: Place): readonly Place[] {
  const items = itemsIn(body);
  const last = new Map<string | undefined, number>();
  for (const [index, item] of items.entries()) if (isItem(...outputs)(item)) last.set(idOf(item), index);
  return items.filter((item, index) => isItem(...calls)(item) && (last.get(idOf(item)) ?? -1) < index);
}

/** An item that is only referred to may be the call of any output behind it. */
function outputsWithoutCall(body: Place): readonly Place[] {
  const called = new Set<string | undefined>();
  let isAnyCalled = isContinued(body);
  return itemsIn(body).filter((item) => {
    if (isItem(...calls)(item)) called.add(idOf(item));
    isAnyCalled ||= isItem('item_reference')(item);
    return isItem(...outputs)(item) && !isAnyCalled && !called.has(idOf(item));
  });
}

function partsOfOtherRole(item: Place): readonly Place[] {
  const types = isItem(...outputs)(item) ? partsByRole.user : partsByRole[textAt(item, 'role') ?? ''];
  return types === undefined ? [] : partsOf(item).filter((part) => !types.includes(textAt(part, 'type') ?? ''));
}
