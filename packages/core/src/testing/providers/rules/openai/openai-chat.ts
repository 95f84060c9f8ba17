import { pairingRules, type Step } from '../pairing-rules.ts';
import { at, bracketed, has, isEmptyList, type Place, textAt } from '../place.ts';
import { type Rule, repeatedBy, ruleOf } from '../rule.ts';
import { argumentRules, idRule, openaiToolRules, pictureRule, reservationRule } from './common-rules.ts';
import { emptyList, textLengthRule } from './text-length.ts';

const partsByRole: Readonly<Record<string, readonly string[]>> = {
  developer: ['text'],
  system: ['text'],
  user: ['text', 'image_url', 'input_audio', 'file'],
  assistant: ['text', 'refusal'],
  tool: ['text'],
  function: [],
};

const messagesOf = (body: Place): readonly Place[] => at(body, 'messages').items;
const partsOf = (message: Place): readonly Place[] => at(message, 'content').items;
const isRole = (role: string) => (message: Place) => textAt(message, 'role') === role;
const callsOf = (message: Place): readonly Place[] => at(message, 'tool_calls').items;
const allCalls = (body: Place): readonly Place[] => messagesOf(body).flatMap(callsOf);
const functionsOf = (body: Place): readonly Place[] =>
  allCalls(body)
    .filter((call) => textAt(call, 'type') !== 'custom')
    .map((call) => at(call, 'function'));

/** The rules of OpenAI's Chat Completions API. https://platform.openai.com/docs/api-reference/chat/create */
export const openaiChatRules: readonly Rule[] = [
  {
    name: 'messages-empty',
    broken: (body) => (messagesOf(body).length === 0 ? [at(body, 'messages')] : []),
    message: emptyList,
  },
  ruleOf(
    'message-role',
    messagesOf,
    (message) => !Object.hasOwn(partsByRole, textAt(message, 'role') ?? ''),
    (message) =>
      `Invalid value: '${textAt(message, 'role')}'. Supported values are: 'system', 'assistant', 'user', 'function', 'tool', and 'developer'.`,
  ),
  ruleOf(
    'content-missing',
    messagesOf,
    (message) => !isContent(at(message, 'content').value) && !isCallOnly(message),
    (message) => `Invalid value for '${bracketed(message)}.content': expected a string, got null.`,
  ),
  ruleOf(
    'content-empty',
    (body) => messagesOf(body).map((message) => at(message, 'content')),
    ({ value }) => isEmptyList(value),
    emptyList,
  ),
  {
    name: 'part-type',
    broken: (body) => messagesOf(body).flatMap(partsOfOtherRole),
    message: (part) => `Invalid value: '${textAt(part, 'type')}' at '${bracketed(part)}.type'.`,
  },
  ruleOf(
    'part-text',
    (body) => messagesOf(body).flatMap(partsOf),
    (part) => textAt(part, 'type') === 'text' && textAt(part, 'text') === undefined,
    (part) => `Missing required parameter: '${bracketed(part)}.text'.`,
  ),
  pictureRule((body) =>
    messagesOf(body)
      .flatMap(partsOf)
      .filter((part) => textAt(part, 'type') === 'image_url')
      .map((part) => at(part, 'image_url', 'url')),
  ),
  textLengthRule((body) =>
    messagesOf(body).flatMap((message) => [
      at(message, 'content'),
      ...partsOf(message).map((part) => at(part, 'text')),
    ]),
  ),
  ruleOf(
    'calls-empty',
    (body) => messagesOf(body).map((message) => at(message, 'tool_calls')),
    ({ value }) => isEmptyList(value),
    emptyList,
  ),
  // Some models still refuse more than 40 characters; 64 is what all of them refuse more than.
  idRule('call-id', (body) => allCalls(body).map((call) => at(call, 'id')), 64),
  {
    name: 'call-id-repeated',
    broken: (body) => messagesOf(body).flatMap((message) => repeatedBy(callsOf(message), (call) => textAt(call, 'id'))),
    message: (call) => `Duplicate value for 'tool_call_id' of '${textAt(call, 'id')}' in '${bracketed(call)}'.`,
  },
  ...argumentRules(functionsOf),
  ...pairingRules({
    stepsOf,
    callId: (call) => textAt(call, 'id'),
    resultId: (message) => textAt(message, 'tool_call_id'),
    missing: (call) =>
      `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${textAt(call, 'id')}`,
    unexpected: () =>
      "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
    repeated: (message) =>
      `Duplicate value for 'tool_call_id' of '${textAt(message, 'tool_call_id')}' in tool messages.`,
  }),
  reservationRule(['max_tokens', 'max_completion_tokens'], 1),
  ruleOf(
    'tools-empty',
    (body) => [at(body, 'tools')],
    ({ value }) => isEmptyList(value),
    emptyList,
  ),
  ...openaiToolRules((body) =>
    at(body, 'tools')
      .items.filter((tool) => textAt(tool, 'type') === 'function')
      .map((tool) => at(tool, 'function')),
  ),
];

function isContent(value: unknown): boolean {
  return typeof value === 'string' || Array.isArray(value);
}

/** Only what an assistant says may be left out, and only next to calls, a refusal or a sound. */
function isCallOnly(message: Place): boolean {
  return (
    isRole('assistant')(message) && ['tool_calls', 'function_call', 'refusal', 'audio'].some((key) => has(message, key))
  );
}

function partsOfOtherRole(message: Place): readonly Place[] {
  const types = partsByRole[textAt(message, 'role') ?? ''];
  return types === undefined ? [] : partsOf(message).filter((part) => !types.includes(textAt(part, 'type') ?? ''));
}

/** Every message but those of tools, with the messages of tools that follow it at once. */
function stepsOf(body: Place): readonly Step[] {
  const steps: { calls: readonly Place[]; results: Place[] }[] = [{ calls: [], results: [] }];
  for (const message of messagesOf(body)) {
    if (isRole('tool')(message)) steps.at(-1)?.results.push(message);
    else steps.push({ calls: callsOf(message), results: [] });
  }
  return steps;
}
