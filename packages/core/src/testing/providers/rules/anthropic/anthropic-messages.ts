import { at, dotted, type Place, textAt } from '../place.ts';
import { type Rule, ruleOf } from '../rule.ts';
import { toolRules } from '../tool-rules.ts';
import { callRules } from './call-rules.ts';
import { contentRules } from './content-rules.ts';
import { mediaRules } from './media-rules.ts';
import { thinkingRules } from './thinking-rules.ts';
import { blocksOf, messagesOf } from './turns.ts';

/** The tools that a caller defines; those of the server have other types. */
const ownTools = (body: Place): readonly Place[] =>
  at(body, 'tools').items.filter((tool) => ['custom', undefined].includes(textAt(tool, 'type')));

/** The rules of Anthropic's Messages API. https://docs.anthropic.com/en/api/messages */
export const anthropicMessagesRules: readonly Rule[] = [
  ruleOf(
    'max-tokens',
    (body) => [at(body, 'max_tokens')],
    ({ value }) => !Number.isInteger(value) || (value as number) < 1,
    ({ value }) =>
      value === undefined
        ? 'max_tokens: Field required'
        : 'max_tokens: Input should be a valid integer, greater than or equal to 1',
  ),
  {
    name: 'messages-empty',
    broken: (body) => (messagesOf(body).length === 0 ? [at(body, 'messages')] : []),
    message: () => 'messages: at least one message is required',
  },
  ruleOf(
    'message-role',
    messagesOf,
    (message) => !['user', 'assistant'].includes(textAt(message, 'role') ?? ''),
    (message) => `${dotted(message)}.role: Input should be 'user' or 'assistant'`,
  ),
  {
    name: 'first-role',
    broken: (body) =>
      messagesOf(body)
        .slice(0, 1)
        .filter((message) => textAt(message, 'role') === 'assistant'),
    message: () => 'messages: first message must use the "user" role',
  },
  {
    name: 'content-empty',
    broken: (body) =>
      messagesOf(body).filter(
        (message, index, { length }) =>
          blocksOf(message).length === 0 && !(index === length - 1 && textAt(message, 'role') === 'assistant'),
      ),
    message: (message) =>
      `${dotted(message)}: all messages must have non-empty content except for the optional final assistant message`,
  },
  ...contentRules,
  ...callRules,
  ...thinkingRules,
  ...mediaRules,
  ...toolRules({
    toolsOf: ownTools,
    schemaOf: (tool) => at(tool, 'input_schema'),
    isSchemaNeeded: true,
    namePattern: /^[a-zA-Z0-9_-]{1,128}$/,
    name: (tool) => `${dotted(tool)}.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'`,
    repeated: () => 'tools: Tool names must be unique.',
    schema: (schema) => `${dotted(schema)}.type: Input should be 'object'`,
  }),
];
