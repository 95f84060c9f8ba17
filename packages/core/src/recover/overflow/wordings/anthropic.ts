import { says, type Wording } from '../rules/wording.ts';

/** Anthropic, and Claude behind Bedrock, Vertex and proxies. */
export const anthropicWordings: readonly Wording[] = says('anthropic', [
  [
    'max_tokens: 32768 > context_window: 200000 - input_tokens: 190000 = available_tokens: 10000',
    'max_tokens: ?{output} ?> ?context_window: ?{limit} ?- ?input_tokens: ?{input}',
  ],
  [
    'input length and `max_tokens` exceed context limit: 190000 + 32000 > 200000, decrease input length or `max_tokens` and try again',
    String.raw`input length and max_tokens exceeds? (?:the )?context (?:limit|window|length): ?{input} ?\+ ?{output} ?> ?{limit}`,
  ],
  [
    'input length and `max_tokens` exceed context limit: MIN + MAX > 200000',
    String.raw`input length and max_tokens exceeds? (?:the )?context (?:limit|window|length)(?:: ?[a-z]{1,12} ?\+ ?[a-z]{1,12} ?> ?{limit})?`,
    { countsOutput: true },
  ],
  [
    'prompt is too long: 215350 tokens > 200000 maximum',
    '(?:prompt|input|conversation|context|request|sequence|messages?|history)(?: is| was| are)? too (?:long|large|big): ?{requested}(?: tokens)? ?(?:>|exceeds?(?: the)?(?: max(?:imum)?| limit)?(?: of)?|over) ?{limit}',
  ],
  [
    'The prompt is too long: 40177, model maximum context length: 32767',
    '(?:prompt|input) is too long: ?{requested}(?: tokens)?,? (?:the )?(?:models? )?(?:max(?:imum)?|limit)(?: (?:context|prompt|input))?(?: length| size| window| tokens)?(?: is|:)? ?{limit}',
  ],
  [
    'Prompt is too long (server-side context limit reached).',
    String.raw`\bprompt(?: is| was)? too (?:long|large|big)\b(?! ?(?:to (?:display|log)))(?!, you can reduce the prefix)`,
  ],
  [
    'Prompt exceeds context limit: 250000 > 200000',
    '(?:prompt|input|context) (?:tokens? |length )?exceeds? (?:the )?(?:max(?:imum)? )?(?:context )?(?:limit|window|length|maximum): ?{requested}(?: tokens)? ?> ?{limit}',
  ],
]);
