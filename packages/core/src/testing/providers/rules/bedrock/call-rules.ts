import { isObject } from '../../parts/json.ts';
import { pairingRules, type Step } from '../pairing-rules.ts';
import { at, dotted, once, type Place, textAt } from '../place.ts';
import { type Rule, repeatedBy, ruleOf } from '../rule.ts';
import { blocksOf, membersOf, messageBlocks, messagesOf, resultBlocks } from './blocks.ts';

const idOf = (place: Place): string | undefined => textAt(place, 'toolUseId');
const calls = once((body) => membersOf(messageBlocks(body), 'toolUse'));
const results = once((body) => membersOf(messageBlocks(body), 'toolResult'));

/**
 * How calls of tools and their results are written.
 * https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ToolUseBlock.html
 * https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ToolResultBlock.html
 */
export const callRules: readonly Rule[] = [
  ruleOf(
    'call-id',
    (body) => [...calls(body), ...results(body)],
    (call) => !/^[a-zA-Z0-9_-]{1,64}$/.test(idOf(call) ?? ''),
    (call) =>
      `Value '${idOf(call)}' at '${dotted(call)}.toolUseId' failed to satisfy constraint: Member must satisfy regular expression pattern: [a-zA-Z0-9_-]+`,
  ),
  {
    name: 'call-id-repeated',
    broken: (body) => messagesOf(body).flatMap((message) => repeatedBy(membersOf(blocksOf(message), 'toolUse'), idOf)),
    message: (call) => `The toolUse blocks at ${messagePath(call)} contain duplicate Ids: ${idOf(call)}`,
  },
  ruleOf(
    'call-name',
    calls,
    (call) => !/^[a-zA-Z0-9_-]{1,64}$/.test(textAt(call, 'name') ?? ''),
    (call) =>
      `Value '${textAt(call, 'name')}' at '${dotted(call)}.name' failed to satisfy constraint: Member must satisfy regular expression pattern: [a-zA-Z0-9_-]+`,
  ),
  ruleOf(
    'call-input',
    calls,
    (call) => !isObject(at(call, 'input').value),
    (call) =>
      `The format of the value at ${dotted(call)}.input is invalid. Provide a json object for the field and try again.`,
  ),
  ruleOf(
    'result-empty',
    results,
    (result) => blocksOf(result).length === 0,
    (result) =>
      `The content field in the ToolResultBlock object at ${dotted(result)} is empty. Add a content block to the field and try again.`,
  ),
  ruleOf(
    'result-json',
    (body) => membersOf(resultBlocks(body), 'json'),
    ({ value }) => !isObject(value),
    (json) =>
      `The format of the value at ${dotted(json)} is invalid. Provide a json object for the field and try again.`,
  ),
  ruleOf(
    'result-status',
    results,
    (result) => !['success', 'error', undefined].includes(at(result, 'status').value as string | undefined),
    (result) =>
      `Value '${at(result, 'status').value}' at '${dotted(result)}.status' failed to satisfy constraint: Member must satisfy enum value set: [success, error]`,
  ),
  ...pairingRules({
    stepsOf,
    callId: idOf,
    resultId: idOf,
    missing: (call) => `Expected toolResult blocks at ${messagePath(call, 1)} for the following Ids: ${idOf(call)}`,
    unexpected: (result) =>
      `The number of toolResult blocks at ${messagePath(result)} exceeds the number of toolUse blocks of previous turn, or one refers to none of them: ${idOf(result)}`,
    repeated: (result) => `The toolResult blocks at ${messagePath(result)} contain duplicate Ids: ${idOf(result)}`,
  }),
];

/** The content of the message that a block stands in, or of one behind it. */
function messagePath({ where }: Place, behind = 0): string {
  return `messages.${Number(/\[(\d+)\]/.exec(where)?.[1]) + behind}.content`;
}

/** Each message, with the results of the next one. */
function stepsOf(body: Place): readonly Step[] {
  const contents = messagesOf(body).map((message) => blocksOf(message));
  return [[], ...contents].map((blocks, next) => ({
    calls: membersOf(blocks, 'toolUse'),
    results: membersOf(contents[next] ?? [], 'toolResult'),
  }));
}
