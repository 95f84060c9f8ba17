import { isObject } from '../../parts/json.ts';
import { at, dotted, has, isEmptyList, type Place, textAt } from '../place.ts';
import { type Rule, ruleOf } from '../rule.ts';
import { toolRules } from '../tool-rules.ts';
import { blocksOf, membersOf, messageBlocks, messagesOf, resultBlocks } from './blocks.ts';
import { callRules } from './call-rules.ts';
import { mediaRules } from './media-rules.ts';

const isRole = (role: string | undefined) => (message: Place | undefined) =>
  message !== undefined && textAt(message, 'role') === role;
const blocksOfUsers = ['image', 'document', 'video', 'audio', 'toolResult'];
const blocksOfAssistants = ['toolUse', 'reasoningContent', 'citationsContent'];
const blocksOfAll = ['text', 'guardContent', 'cachePoint', 'searchResult'];
const blocksOfResults = ['text', 'json', 'image', 'document', 'video', 'searchResult'];

/**
 * The rules of Amazon Bedrock's Converse API.
 * https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html
 */
export const bedrockConverseRules: readonly Rule[] = [
  {
    name: 'messages-empty',
    broken: (body) => (messagesOf(body).length === 0 ? [at(body, 'messages')] : []),
    message: () =>
      'A conversation must start with a user message. Try again with a conversation that starts with a user message.',
  },
  ruleOf(
    'message-role',
    messagesOf,
    (message) => !isRole('user')(message) && !isRole('assistant')(message),
    (message) =>
      `Value '${textAt(message, 'role')}' at '${dotted(message)}.role' failed to satisfy constraint: Member must satisfy enum value set: [user, assistant]`,
  ),
  {
    name: 'first-role',
    broken: (body) => messagesOf(body).slice(0, 1).filter(isRole('assistant')),
    message: () =>
      'A conversation must start with a user message. Try again with a conversation that starts with a user message.',
  },
  {
    name: 'role-order',
    broken: (body) =>
      messagesOf(body).filter((message, index, all) => index > 0 && isRole(textAt(message, 'role'))(all[index - 1])),
    message: () =>
      'A conversation must alternate between user and assistant roles. Make sure the conversation alternates between user and assistant roles and try again.',
  },
  ruleOf(
    'content-empty',
    messagesOf,
    (message) => blocksOf(message).length === 0,
    (message) =>
      `The content field in the Message object at ${dotted(message)} is empty. Add a ContentBlock object to the content field and try again.`,
  ),
  // https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ContentBlock.html
  ruleOf(
    'block-type',
    messageBlocks,
    (block) => !isOneOf(block, [...blocksOfAll, ...blocksOfUsers, ...blocksOfAssistants]),
    isNoUnion,
  ),
  // https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ToolResultContentBlock.html
  ruleOf('result-block-type', resultBlocks, (block) => !isOneOf(block, blocksOfResults), isNoUnion),
  {
    name: 'block-role',
    broken: (body) => [
      ...blocksUnder('assistant', blocksOfUsers)(body),
      ...blocksUnder('user', blocksOfAssistants)(body),
    ],
    message: (block) => `The ContentBlock object at ${dotted(block)} cannot stand in a message of this role`,
  },
  ruleOf(
    'text-blank',
    (body) =>
      [...messageBlocks(body), ...resultBlocks(body), ...at(body, 'system').items].filter((block) =>
        has(block, 'text'),
      ),
    (block) => !textAt(block, 'text')?.trim(),
    (block) =>
      `The text field in the ContentBlock object at ${dotted(block)} is blank. Add text to the text field, and try again.`,
  ),
  // https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ReasoningTextBlock.html
  ruleOf(
    'reasoning',
    (body) => membersOf(messageBlocks(body), 'reasoningContent'),
    (reasoning) => !has(reasoning, 'redactedContent') && !textAt(at(reasoning, 'reasoningText'), 'text'),
    (reasoning) => `The reasoningContent at ${dotted(reasoning)} has neither reasoningText nor redactedContent`,
  ),
  ...callRules,
  ...mediaRules,
  ruleOf(
    'tools-empty',
    (body) => [at(body, 'toolConfig', 'tools')],
    ({ value }) => isEmptyList(value),
    () =>
      "Value at 'toolConfig.tools' failed to satisfy constraint: Member must have length greater than or equal to 1",
  ),
  {
    name: 'tools-missing',
    broken: (body) =>
      messageBlocks(body)
        .filter((block) => has(block, 'toolUse') || has(block, 'toolResult'))
        .slice(0, at(body, 'toolConfig', 'tools').items.length === 0 ? 1 : 0),
    message: () => 'The toolConfig field must be defined when using toolUse and toolResult content blocks.',
  },
  ruleOf(
    'max-tokens',
    (body) => [at(body, 'inferenceConfig', 'maxTokens')],
    ({ value }) => value !== undefined && (!Number.isInteger(value) || (value as number) < 1),
    ({ value }) =>
      `Value '${value}' at 'inferenceConfig.maxTokens' failed to satisfy constraint: Member must have value greater than or equal to 1`,
  ),
  // https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ToolSpecification.html
  ...toolRules({
    toolsOf: (body) => membersOf(at(body, 'toolConfig', 'tools').items, 'toolSpec'),
    schemaOf: (tool) => at(tool, 'inputSchema', 'json'),
    isSchemaNeeded: true,
    namePattern: /^[a-zA-Z0-9_-]{1,64}$/,
    name: (tool) =>
      `Value '${textAt(tool, 'name')}' at '${dotted(tool)}.name' failed to satisfy constraint: Member must satisfy regular expression pattern: [a-zA-Z0-9_-]+`,
    repeated: (tool) => `The tool ${textAt(tool, 'name')} is already defined at toolConfig.tools.`,
    schema: (schema) => `The value at ${dotted(schema)}.type must be one of the following: object.`,
  }),
];

function isOneOf(block: Place, names: readonly string[]): boolean {
  const keys = isObject(block.value) ? Object.keys(block.value) : [];
  return keys.length === 1 && names.includes(keys[0] as string);
}

function isNoUnion(block: Place): string {
  return `The union at ${dotted(block)} must have exactly one known member set`;
}

function blocksUnder(role: string, names: readonly string[]): (body: Place) => readonly Place[] {
  return (body) =>
    messagesOf(body)
      .filter(isRole(role))
      .flatMap(blocksOf)
      .filter((block) => names.some((name) => has(block, name)));
}
