import { at, dotted, has, isEmptyList, type Place, textAt } from '../place.ts';
import { type Rule, ruleOf } from '../rule.ts';
import { allBlocks, blocksIn, blocksOf, blocksOfType, isType, messagesOf } from './turns.ts';

/** Which blocks may stand in which message. https://docs.anthropic.com/en/api/messages */
const blocksByRole: Readonly<Record<string, readonly string[]>> = {
  user: ['text', 'image', 'document', 'search_result', 'tool_result', 'container_upload'],
  assistant: [
    'text',
    'thinking',
    'redacted_thinking',
    'tool_use',
    'server_tool_use',
    'web_search_tool_result',
    'web_fetch_tool_result',
    'code_execution_tool_result',
    'bash_code_execution_tool_result',
    'text_editor_code_execution_tool_result',
    'tool_search_tool_result',
    'mcp_tool_use',
    'mcp_tool_result',
  ],
};
const blocksOfResults = ['text', 'image', 'document', 'search_result', 'tool_reference'];
const maxCacheMarks = 4;

/** Texts of messages, of results and of the system prompt. */
const texts = (body: Place): readonly Place[] => [...blocksOfType('text')(body), ...blocksIn(at(body, 'system'))];

/** What messages hold. https://docs.anthropic.com/en/api/messages */
export const contentRules: readonly Rule[] = [
  ruleOf(
    'block-type',
    (body) => messagesOf(body).flatMap(blocksOf),
    (block) =>
      !Object.values(blocksByRole)
        .flat()
        .includes(textAt(block, 'type') ?? ''),
    (block) =>
      `${dotted(block)}: Input tag '${textAt(block, 'type')}' found using 'type' does not match any of the expected tags`,
  ),
  {
    name: 'block-role',
    broken: (body) => messagesOf(body).flatMap(blocksOfOtherRole),
    message: (block) => `${dotted(block)}: \`${textAt(block, 'type')}\` blocks cannot stand in a message of this role`,
  },
  ruleOf(
    'result-block-type',
    (body) => blocksOfType('tool_result')(body).flatMap(blocksOf),
    (block) => !blocksOfResults.includes(textAt(block, 'type') ?? ''),
    (block) =>
      `${dotted(block)}: Input tag '${textAt(block, 'type')}' does not match any of the expected tags in tool_result`,
  ),
  ruleOf(
    'text-empty',
    texts,
    (block) => !textAt(block, 'text'),
    (block) => `${dotted(block)}: text content blocks must be non-empty`,
  ),
  ruleOf(
    'text-blank',
    texts,
    (block) => /^\s+$/.test(textAt(block, 'text') ?? ''),
    (block) => `${dotted(block)}: text content blocks must contain non-whitespace text`,
  ),
  {
    name: 'system-empty',
    broken: (body) => [at(body, 'system')].filter(({ value }) => value === '' || isEmptyList(value)),
    message: () => 'system: text content blocks must be non-empty',
  },
  {
    name: 'final-whitespace',
    broken: (body) =>
      messagesOf(body)
        .slice(-1)
        .filter((message) => textAt(message, 'role') === 'assistant')
        .flatMap((message) => blocksOf(message).slice(-1))
        .filter((block) => /\s$/.test(textAt(block, 'text') ?? '')),
    message: () => 'messages: final assistant content cannot end with trailing whitespace',
  },
  // https://docs.anthropic.com/en/docs/build-with-claude/prompt-caching
  {
    name: 'cache-mark-count',
    broken: (body) => cacheMarked(body).slice(maxCacheMarks),
    message: () => `A maximum of ${maxCacheMarks} blocks with cache_control may be provided.`,
  },
  ruleOf(
    'cache-mark-thinking',
    blocksOfType('thinking', 'redacted_thinking'),
    (block) => has(block, 'cache_control'),
    (block) => `${dotted(block)}.cache_control: Extra inputs are not permitted`,
  ),
];

function blocksOfOtherRole(message: Place): readonly Place[] {
  const role = textAt(message, 'role') ?? '';
  const others = Object.keys(blocksByRole).filter((name) => name !== role);
  const foreign = others.flatMap((name) => blocksByRole[name] ?? []);
  return Object.hasOwn(blocksByRole, role)
    ? blocksOf(message).filter((block) => isType(...foreign)(block) && !isType(...(blocksByRole[role] ?? []))(block))
    : [];
}

function cacheMarked(body: Place): readonly Place[] {
  const tools = at(body, 'tools');
  return [...blocksIn(tools), ...blocksIn(at(body, 'system')), ...allBlocks(body)].filter((place) =>
    has(place, 'cache_control'),
  );
}
