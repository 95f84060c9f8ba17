import { isObject } from '../parts/json.ts';
import { anthropicMessagesRules } from './anthropic/anthropic-messages.ts';
import { bedrockConverseRules } from './bedrock/bedrock-converse.ts';
import { geminiRules } from './gemini/gemini.ts';
import { jsonRules } from './json-rules.ts';
import { openaiChatRules } from './openai/openai-chat.ts';
import { openaiResponsesRules } from './openai/openai-responses.ts';
import { Place } from './place.ts';
import { applyRules, type ProviderApi, type Rule, type RuleFault } from './rule.ts';

const rulesOf: Readonly<Record<ProviderApi, readonly Rule[]>> = {
  'openai-responses': openaiResponsesRules,
  'openai-chat': openaiChatRules,
  'anthropic-messages': anthropicMessagesRules,
  'bedrock-converse': bedrockConverseRules,
  gemini: geminiRules,
};

/**
 * Checks the body of a request against the rules that a provider documents.
 *
 * Contract: `body` is what is sent, before or after it was JSON; nothing in it is changed. Returns every fault, in the
 * order of the rules and of the body; none means that no rule written here is broken. Says nothing of sizes in tokens,
 * of models, and of fields that no rule names. Costs a copy of the body.
 *
 * @throws TypeError where the API is not known.
 */
export function checkRequest(api: ProviderApi, body: unknown): readonly RuleFault[] {
  if (!Object.hasOwn(rulesOf, api)) throw new TypeError(`no rules are known for the API ${JSON.stringify(api)}`);
  const place = asSent(body);
  if (place === undefined || !isObject(place.value))
    return [{ rule: 'json-object', where: '$', message: 'The request body must be a JSON object' }];
  return applyRules([...jsonRules, ...rulesOf[api]], place);
}

/** The body as its receiver has it. */
function asSent(body: unknown): Place | undefined {
  try {
    return new Place(JSON.parse(JSON.stringify(body)));
  } catch {
    return undefined;
  }
}
