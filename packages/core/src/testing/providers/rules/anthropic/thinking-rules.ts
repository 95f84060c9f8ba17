import { at, dotted, type Place, textAt } from '../place.ts';
import { type Rule, ruleOf } from '../rule.ts';
import { blocksOf, blocksOfType, isType, messagesOf, turnsOf } from './turns.ts';

const isThinking = isType('thinking', 'redacted_thinking');
const isEnabled = (body: Place): boolean => at(body, 'thinking', 'type').value === 'enabled';
const isDisabled = (body: Place): boolean => [undefined, 'disabled'].includes(textAt(at(body, 'thinking'), 'type'));

/** Where thinking stands, and what it needs. https://docs.anthropic.com/en/docs/build-with-claude/extended-thinking */
export const thinkingRules: readonly Rule[] = [
  ruleOf(
    'thinking-signature',
    blocksOfType('thinking', 'redacted_thinking'),
    (block) => !textAt(block, textAt(block, 'type') === 'thinking' ? 'signature' : 'data'),
    (block) =>
      `${dotted(block)}.${textAt(block, 'type')}.${textAt(block, 'type') === 'thinking' ? 'signature' : 'data'}: Field required`,
  ),
  {
    name: 'thinking-order',
    broken: (body) => messagesOf(body).flatMap(thinkingAfterCalls),
    message: (block) => `${dotted(block)}: thinking blocks must come before the \`tool_use\` blocks of their message`,
  },
  {
    name: 'thinking-last',
    broken: (body) =>
      turnsOf(body).flatMap(({ role, blocks }) => (role === 'assistant' ? blocks.slice(-1).filter(isThinking) : [])),
    message: (block) => `${dotted(block)}: The final block in an assistant message cannot be \`thinking\`.`,
  },
  {
    name: 'thinking-missing',
    broken: (body) => (isEnabled(body) ? startOfOpenStep(body).filter((block) => !isThinking(block)) : []),
    message: (block) =>
      `${dotted(block)}.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${textAt(block, 'type')}\`. When \`thinking\` is enabled, a final \`assistant\` message must start with a thinking block`,
  },
  {
    name: 'thinking-disabled',
    broken: (body) => (isDisabled(body) ? lastOfModel(body).filter(isThinking) : []),
    message: (block) =>
      `${dotted(block)}: When thinking is disabled, an \`assistant\` message in the final position cannot contain \`thinking\`. To use thinking blocks, enable \`thinking\` in your request.`,
  },
  ruleOf(
    'thinking-budget',
    (body) => (isEnabled(body) ? [at(body, 'thinking', 'budget_tokens')] : []),
    ({ value }) => !Number.isInteger(value) || (value as number) < 1_024,
    () => 'thinking.enabled.budget_tokens: Input should be greater than or equal to 1024',
  ),
  {
    name: 'thinking-reservation',
    broken: (body) => {
      const reserved = at(body, 'max_tokens');
      return isEnabled(body) && Number(reserved.value) <= Number(at(body, 'thinking', 'budget_tokens').value)
        ? [reserved]
        : [];
    },
    message: () => '`max_tokens` must be greater than `thinking.budget_tokens`.',
  },
];

function thinkingAfterCalls(message: Place): readonly Place[] {
  const blocks = blocksOf(message);
  const firstCall = blocks.findIndex(isType('tool_use'));
  return firstCall === -1 ? [] : blocks.slice(firstCall).filter(isThinking);
}

/** The first block of what the model goes on with: of the last message, or of the calls whose results end the body. */
function startOfOpenStep(body: Place): readonly Place[] {
  const [before, last] = turnsOf(body).slice(-2);
  const open = last?.blocks.some(isType('tool_result')) ? before : last;
  return open?.role === 'assistant' ? open.blocks.slice(0, 1) : [];
}

/** What the model has begun to say at the end of a body. */
function lastOfModel(body: Place): readonly Place[] {
  const last = turnsOf(body).at(-1);
  return last?.role === 'assistant' ? last.blocks : [];
}
