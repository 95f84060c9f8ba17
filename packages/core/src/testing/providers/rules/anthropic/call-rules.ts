import { isObject } from '../../parts/json.ts';
import { pairingRules, type Step } from '../pairing-rules.ts';
import { at, dotted, isEmptyList, type Place, textAt } from '../place.ts';
import { type Rule, repeatedBy, ruleOf } from '../rule.ts';
import { blocksOf, blocksOfType, isType, turnsOf } from './turns.ts';

const callId = (call: Place): string | undefined => textAt(call, 'id');
const resultId = (result: Place): string | undefined => textAt(result, 'tool_use_id');

/**
 * How calls of tools and their results are written.
 * https://docs.anthropic.com/en/docs/agents-and-tools/tool-use/implement-tool-use
 */
export const callRules: readonly Rule[] = [
  ruleOf(
    'call-id',
    blocksOfType('tool_use'),
    (call) => !/^[a-zA-Z0-9_-]+$/.test(callId(call) ?? ''),
    (call) => `${dotted(call)}.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'`,
  ),
  {
    name: 'call-id-repeated',
    broken: (body) => repeatedBy(blocksOfType('tool_use')(body), callId),
    message: (call) => `${dotted(call)}: \`tool_use\` ids must be unique`,
  },
  ruleOf(
    'call-name',
    blocksOfType('tool_use'),
    (call) => !/^[a-zA-Z0-9_-]{1,128}$/.test(textAt(call, 'name') ?? ''),
    (call) => `${dotted(call)}.tool_use.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'`,
  ),
  ruleOf(
    'call-input',
    blocksOfType('tool_use'),
    (call) => !isObject(at(call, 'input').value),
    (call) => `${dotted(call)}.tool_use.input: Input should be a valid dictionary`,
  ),
  ...pairingRules({
    stepsOf,
    callId,
    resultId,
    missing: (call) =>
      `${dotted(call)}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${callId(call)}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`,
    unexpected: (result) =>
      `${dotted(result)}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${resultId(result)}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`,
    repeated: (result) =>
      `${dotted(result)}: each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${resultId(result)}`,
  }),
  // The page above: results first, then what else the user says.
  {
    name: 'result-order',
    broken: (body) => turnsOf(body).flatMap(({ blocks }) => resultsAfterOthers(blocks)),
    message: (result) =>
      `${dotted(result)}: \`tool_result\` blocks must come before any other content of a message: ${resultId(result)}`,
  },
  ruleOf(
    'result-error-content',
    blocksOfType('tool_result'),
    (result) =>
      at(result, 'is_error').value === true &&
      (blocksOf(result).length === 0 || !blocksOf(result).every(isType('text'))),
    (result) =>
      hasNoContent(result)
        ? `${dotted(result)}.tool_result: content cannot be empty if \`is_error\` is true`
        : `${dotted(result)}.tool_result: all content must be type \`text\` if \`is_error\` is true`,
  ),
];

function hasNoContent(result: Place): boolean {
  const { value } = at(result, 'content');
  return value === undefined || value === '' || isEmptyList(value);
}

/** Each turn that calls, with the results of the turn after it; results that open a body belong to no call. */
function stepsOf(body: Place): readonly Step[] {
  const turns = turnsOf(body);
  return [{ role: undefined, blocks: [] }, ...turns].map(({ role, blocks }, before) => ({
    calls: role === 'assistant' ? blocks.filter(isType('tool_use')) : [],
    results: turns[before]?.role === 'user' ? (turns[before]?.blocks.filter(isType('tool_result')) ?? []) : [],
  }));
}

function resultsAfterOthers(blocks: readonly Place[]): readonly Place[] {
  const firstOther = blocks.findIndex((block) => !isType('tool_result')(block));
  return firstOther === -1 ? [] : blocks.slice(firstOther).filter(isType('tool_result'));
}
