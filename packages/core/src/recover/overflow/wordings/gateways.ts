import { says, type Wording } from '../rules/wording.ts';

/** Gateways and proxies with words of their own. */
export const gatewayWordings: readonly Wording[] = [
  ...says('openrouter', [
    [
      "This endpoint's maximum context length is 65536 tokens. However, you requested about 92208 tokens (60833 of text input, 10042 of tool input, 21333 in the output).",
      String.raw`max(?:imum)? context length is {limit}(?: tokens)?\W{1,3}however,? you requested about {requested} tokens \({input} of (?:text|image|audio|file) input, {tools} of (?:tool|image|audio|file|video) input, (?:and )?{output} in the output`,
      { countsOutput: true },
    ],
    [
      "This endpoint's maximum context length is 200000 tokens. However, you requested about 264437 tokens (262437 of text input, 2000 in the output).",
      String.raw`max(?:imum)? context length is {limit}(?: tokens)?\W{1,3}however,? you requested about {requested} tokens \({input} of (?:text|image|audio|file) input, (?:and )?{output} in the output`,
      { countsOutput: true },
    ],
    [
      "This endpoint's maximum context length is 200000 tokens. However, you requested about 2500021 tokens (2500021 of text input).",
      String.raw`max(?:imum)? context length is {limit}(?: tokens)?\W{1,3}however,? you requested about {requested} tokens \({input} of text input\)`,
    ],
    [
      "This endpoint's maximum context length is 200000 tokens. However, you requested about 250000 tokens.",
      String.raw`max(?:imum)? context length is {limit}(?: tokens)?\W{1,3}however,? you requested about {requested} tokens`,
    ],
  ]),
  ...says('litellm', [
    [
      'No models have context window large enough for this call. Model=openai/qwen, Max Input Tokens=28672, Got=45196',
      'max input tokens ?= ?{limit}, ?got ?= ?{requested}',
    ],
    [
      'ContextWindowExceededError: Context Window exceeded for given call.',
      String.raw`contextwindowexceeded(?:error)?\b|context window exceeded for given call|context window error`,
    ],
  ]),
  ...says('cloudflare', [
    [
      'AiError: Ai: The estimated number of input and maximum output tokens (900047) exceeded this model context window limit (32000).',
      String.raw`(?:estimated )?number of input and max(?:imum)? output tokens \({requested}\) exceed(?:s|ed) (?:this |the )?models? context window limit \({limit}`,
      { countsOutput: true },
    ],
  ]),
  ...says('snowflake', [['max tokens of 4096 exceeded', 'max tokens of {limit} exceeded']]),
  ...says('salesforce', [
    [
      'Request input tokens exceed model token limit. Reduce the input size.',
      'input tokens exceeds? (?:the )?(?:models? )?(?:max(?:imum)? )?(?:token |context |input )?(?:limit|window|length)',
    ],
  ]),
  ...says('gateway', [
    [
      'The total number of tokens (prompt + completion) 133192 exceeds the model limit of 131072',
      String.raw`tokens \((?:prompt|input) ?(?:\+|and|plus) ?(?:completion|output|prediction|max_tokens)\):? ?\(?{requested}\)? exceeds?[^.\d]{0,40}{limit}`,
      { countsOutput: true },
    ],
    [
      'prompt tokens (40000) must not exceed 32768',
      String.raw`(?:prompt|input)(?: tokens?| length)? ?\(?{requested}(?: tokens)?\)? (?:must not|cannot|can not|may not|should not) (?:exceed|be (?:more|greater|larger|longer) than) ?\(?{limit}`,
    ],
    [
      'Input plus output tokens exceed the limit of 8192',
      String.raw`(?:input|prompt)(?: tokens?| length)? ?(?:and|plus|\+|&) ?(?:the )?(?:max(?:imum)? |requested )?(?:output|completion)(?: tokens?| length)?(?: together)? exceeds?(?: (?:the )?[a-z ]{0,40}(?:of|is|:) ?\(?{limit})?`,
      { countsOutput: true },
    ],
    [
      'Prompt tokens exceed max tokens allowed',
      String.raw`\b(?:prompt|input|request|messages?|context|conversation)\b(?:(?!output|completion|max_tokens|max tokens)[^.;]){0,40}(?:exceeds?|exceeded|more than|greater than|larger than) (?:the )?(?:models? )?max(?:imum)? (?:number of |allowed )?(?:input |prompt )?tokens(?! per)(?: allowed)?(?:(?: of| is|:)? ?\(?{limit}\)?(?: tokens)?(?=$|[.,; ]))?`,
    ],
    [
      'Model context window is 128k tokens, you requested 256k tokens',
      'context (?:window|length|size) is [^ ]{1,16} tokens?,? (?:but |however,? )?you (?:have )?requested',
    ],
    [
      'The sum of prompt tokens (9000) and max_tokens (1000) exceeds the context window (8192)',
      String.raw`(?:prompt|input)(?: tokens?| length)? ?(?:\({input}(?: tokens)?\)|{requested})? ?(?:\+|and|plus) ?(?:max_(?:new_|completion_)?tokens|max tokens|output tokens|completion tokens) ?(?:\(?{output}(?: tokens)?\)?)? ?(?:is |are |must be |would )?(?:exceeds?|above|<=|>|larger than|greater than|more than|over)[^.\d]{0,50}(?:\(?{limit})?`,
      { countsOutput: true },
    ],
    [
      'requested 250000 tokens, limit 131072',
      'requested:? {requested} tokens,? (?:but )?(?:the )?(?:models? )?(?:context )?(?:limit|max(?:imum)?|window)(?: is|:)? {limit}(?! ?(?:tokens )?(?:per|/))',
    ],
  ]),
];
