import { says, type Wording } from '../rules/wording.ts';

/** llama.cpp and what is built on it, LM Studio, Ollama, MLX. */
export const localWordings: readonly Wording[] = says('llama.cpp', [
  [
    'request (2622 tokens) exceeds the available context size (512 tokens), try increasing it',
    String.raw`(?:request|prompt|input) \({requested} tokens\) (?:exceeds?|is larger than|is longer than) (?:the )?(?:available |max(?:imum)? |models? )?context (?:size|length|window) \({limit}`,
  ],
  [
    'the request exceeds the available context size, try increasing it',
    '(?:request|prompt|input) (?:will )?exceeds? (?:the )?available context (?:size|length|window)',
  ],
  ['input will exceed context size', '(?:input|prompt|request) (?:will|would) exceed (?:the )?(?:available )?context'],
  [
    'input (100500 tokens) is larger than the max context size (100000 tokens). skipping',
    String.raw`input \({requested} tokens\) is (?:larger|longer) than the max(?:imum)? context (?:size|length) \({limit}`,
  ],
  [
    'Requested tokens (2285) exceed context window of 2048',
    String.raw`requested tokens ?\({requested}\) exceeds? (?:the )?context (?:window|size|length) of {limit}`,
  ],
  [
    'Prompt tokens (70000) exceeds context size (65536)',
    String.raw`prompt tokens ?\(?(?:{requested}|n)\)? exceeds? (?:the )?context (?:size|length|window)(?: ?(?:of )?\(?(?:{limit}|m))?`,
  ],
  [
    'Prompt has 5,958,968 tokens, but the configured context size is 256,000 tokens',
    'prompt has {requested} tokens,? but the (?:configured |models? )?context (?:size|length|window) is (?:only )?{limit}',
  ],
  [
    'Cannot truncate prompt with n_keep (15028) >= n_ctx (7424)',
    String.raw`cannot truncate prompt with n_keep \({requested}\) >=? n_ctx \({limit}`,
  ],
  [
    'Trying to keep the first 50785 tokens when context the overflows. However, the model is loaded with context length of only 45217 tokens, which is not enough.',
    String.raw`keep the first {requested} tokens when [a-z ]{0,24}overflows\W{1,3}however,? the model is loaded with (?:a )?context length of only {limit}`,
  ],
  [
    'The number of tokens to keep from the initial prompt is greater than the context length (n_keep: 9000>= n_ctx: 8192).',
    String.raw`tokens to keep from the initial prompt is greater than the context length(?: ?\(n_keep: ?{requested} ?>=? ?n_ctx: ?{limit})?`,
  ],
  ['Context size has been exceeded', 'context (?:size|length|window)(?: limit)? (?:has been |was |is |been )?exceeded'],
  [
    'Reached context length of 4096 tokens with model (arch: qwen3vlmoe) that does not currently support mid-generation context overflow.',
    'reached (?:the )?(?:max(?:imum)? )?context (?:length|size|window) of {limit} tokens',
  ],
  [
    'prompt too long; exceeded max context length by 100918 tokens',
    'exceeded (?:the )?(?:max(?:imum)? )?context (?:length|size|window) by {over} tokens',
  ],
  [
    'the input length exceeds the context length',
    '(?:input|prompt) (?:length )?exceeds? (?:the )?(?:models? )?(?:max(?:imum)? )?context (?:length|size|window|limit)',
  ],
  [
    'the prompt is longer than the context length currently available to the model',
    'prompt is (?:longer|larger|bigger) than the (?:models? )?(?:available |max(?:imum)? )?context (?:length|size|window)',
  ],
  [
    'prompt is too long (n_tokens = 9000, n_ctx = 8192)',
    String.raw`prompt is too long ?\((?:n_tokens|n_prompt_tokens|n_past|tokens)[ =:]{1,3}{requested}, (?:n_ctx|max|limit)[ =:]{1,3}{limit}`,
  ],
  [
    'n_prompt_tokens (9000) >= n_ctx (8192)',
    String.raw`(?:n_prompt_tokens|n_tokens|num_tokens)[ =:(]{1,3}{requested}\)?,? ?(?:>=?|exceeds?|,)? ?n_ctx[ =:(]{1,3}{limit}`,
  ],
  [
    'Prompt exceeds maximum context length',
    '(?:prompt|input|request|conversation) exceeds? (?:the )?(?:models? )?max(?:imum)? (?:context|prompt|input|sequence)(?: length| size| window| tokens)?',
  ],
]);
