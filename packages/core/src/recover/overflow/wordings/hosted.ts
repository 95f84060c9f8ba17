import { says, type Wording } from '../rules/wording.ts';

/** Hosted models whose servers have words of their own. */
export const hostedWordings: readonly Wording[] = [
  ...says('xai', [
    [
      "This model's maximum prompt length is 131072 but the request contains 136973 tokens.",
      'max(?:imum)? (?:prompt|input) length is {limit}(?: tokens)?,? but the (?:request|prompt|input) (?:contains|has) {requested} tokens',
    ],
    ["This model's maximum prompt length is 131072.", 'max(?:imum)? prompt length is {limit}'],
  ]),
  ...says('mistral', [
    [
      'Prompt 346030 > 262144 maximum context length',
      'prompt ?:? ?{requested}(?: tokens)? ?> ?{limit} max(?:imum)? context length',
    ],
    [
      'Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length',
      'prompt contains {requested} tokens[a-z0-9 ]{0,40}, too large for model with {limit} max(?:imum)? context length',
    ],
    [
      'too large for model with 128000 maximum context length',
      'too large for (?:the )?model with (?:a )?{limit} max(?:imum)? context length',
    ],
  ]),
  ...says('groq', [
    [
      'Please reduce the length of the messages or completion.',
      'reduce the length of the (?:input )?(?:messages?|prompt|conversation|input)(?! ?generated)',
    ],
  ]),
  ...says('cerebras', [
    [
      'Please reduce the length of the messages or completion. Current length is 42328 while limit is 40000',
      'current length is {requested} while (?:the )?limit is {limit}',
    ],
  ]),
  ...says('deepinfra', [
    [
      'Requested input length 99009 exceeds maximum input length 8192',
      String.raw`(?:requested )?input length:? \(?{requested}(?: tokens)?\)? exceeds? (?:the )?max(?:imum)? (?:allowed )?(?:input|context|prompt) (?:length|size|window|tokens)(?: of| is|:)? ?\(?{limit}`,
    ],
    [
      'Input exceeds maximum input length of 148000 tokens',
      String.raw`(?:input|prompt|request) exceeds? (?:the )?(?:max(?:imum)? )?(?:allowed )?(?:input length|prompt length|input|prompt|number)? ?(?:of )?\(?{limit} (?:input )?tokens`,
    ],
  ]),
  ...says('siliconflow', [
    [
      'number of input tokens (204703) has exceeded max_prompt_tokens (202752) limit.',
      String.raw`(?:input|prompt) tokens ?\(?{requested}\)? (?:has |have )?exceed(?:s|ed)? (?:the )?(?:max_prompt_tokens|max_seq_len|max_total_tokens|max_input_tokens|max_context_tokens)(?: limit)? ?\(?{limit}`,
    ],
    [
      'length of prompt_tokens (33000) must be less than max_seq_len (32768).',
      String.raw`prompt_tokens ?\(?{requested}\)? must be (?:less|smaller) than (?:or equal to )?(?:the )?max_seq_len ?\(?{limit}`,
    ],
  ]),
  ...says('kimi', [
    [
      'Your request exceeded model token limit: 1048576 (requested: 5662855)',
      String.raw`exceeded (?:the )?models? token limit:? ?{limit} ?\(requested:? ?{requested}`,
    ],
    [
      'Your request exceeded model token limit: 262144',
      'exceeded (?:the )?models? token limit(?:(?::| of)? ?{limit})?',
    ],
  ]),
  ...says('kimi', [
    ['Conversation length exceeded. Please start a new session', 'conversation length (?:was |is |has been )?exceeded'],
    ['The current model has reached its conversation limit.', 'reached (?:its|the) conversation (?:length )?limit'],
  ]),
  ...says('minimax', [
    [
      'invalid params, context window exceeds limit (2013)',
      'context (?:window|length|size) exceeds? (?:the )?(?:max(?:imum)? )?limit',
    ],
  ]),
  ...says('zai', [
    [
      'Prompt exceeds max length',
      '(?:prompt|input)(?: length| tokens?)? exceeds? (?:the )?(?:allowed )?max(?:imum)?(?: allowed)? (?:input |prompt )?(?:length|tokens|size)',
    ],
    [
      'tokens in request more than max tokens allowed',
      'tokens in (?:the )?request (?:is |are )?more than (?:the )?max(?:imum)? tokens allowed',
    ],
    ['[1261][Prompt too long][2026092913]', String.raw`\[1261\]`],
  ]),
  ...says('dashscope', [
    ['Range of input length should be [1, 983616]', String.raw`range of input length should be ?[[(] ?\d+ ?, ?{limit}`],
    [
      'Input length exceeds the maximum length limit',
      '(?:input|prompt)(?: text)? length exceeds? (?:the )?(?:max(?:imum)? )?(?:length )?(?:limit|maximum)',
    ],
    [
      'Total tokens of input and max_tokens should be no more than 32768',
      '(?:total )?tokens of (?:the )?input and max_tokens should be (?:no more than|less than|at most) {limit}',
      { countsOutput: true },
    ],
  ]),
  ...says('cohere', [
    [
      'too many tokens: size limit exceeded by 25836 tokens. Try using shorter or fewer inputs. The limit for this model is 288000 tokens.',
      'size limit exceeded by {over} tokens(?:.{0,80}? limit for this model is {limit} tokens)?',
    ],
    [
      'too many tokens: total number of tokens (prompt and prediction) cannot exceed 2048 - received 6354.',
      String.raw`total number of tokens \(prompt and prediction\) cannot exceed {limit} ?- ?received {requested}`,
      { countsOutput: true },
    ],
    [
      'too many tokens: total number of tokens in the prompt cannot exceed 4081 - received 4292.',
      '(?:number of )?tokens in the (?:prompt|input|request) cannot exceed {limit} ?- ?received {requested}',
    ],
  ]),
  ...says('perplexity', [
    ['The total length of all messages is too long.', '(?:total )?length of (?:all )?(?:the )?messages is too long'],
    ['User input tokens exceeds 30000 tokens', 'input tokens exceeds? {limit} tokens'],
  ]),
  ...says('github', [
    [
      'prompt token count of 288361 exceeds the limit of 168000',
      String.raw`prompt token count (?:of |is |\()?{requested}\)? exceeds? the (?:models? )?limit of {limit}`,
    ],
    [
      'Request body too large for deepseek-r1 model. Max size: 4000 tokens.',
      String.raw`too large for [^ ]{1,80}(?: model)?\W{1,3}max size: ?{limit} tokens`,
    ],
  ]),
  ...says('watsonx', [
    [
      'the number of input tokens 4098 cannot exceed the total tokens limit 4096 for this model',
      String.raw`number of input tokens ?\(?{requested}\)? cannot exceed the total tokens limit ?\(?{limit}`,
    ],
    ['input token count is above the limit', 'input token count (?:is )?above the limit'],
  ]),
  ...says('ai21', [
    [
      'Prompt has too many tokens',
      '(?:prompt|request|input|conversation|messages?) (?:has|have|contains?) too many tokens',
    ],
  ]),
  ...says('aleph-alpha', [
    [
      "This is longer than the model's maximum context length",
      'longer than the (?:models? )?max(?:imum)? context (?:length|size|window)',
    ],
  ]),
  ...says('transformers', [
    [
      'Token indices sequence length is longer than the specified maximum sequence length for this model (25461 > 16384).',
      String.raw`sequence length is longer than the specified max(?:imum)? sequence length for this model \({requested} > {limit}`,
    ],
  ]),
  ...says('mistral.rs', [
    [
      'Prompt sequence length is greater than 4096, perhaps consider using `truncate_sequence`?',
      '(?:prompt|input|sequence) length is (?:greater|longer|larger) than {limit}',
    ],
  ]),
  ...says('huggingface', [
    ['Input is too long for this model, shorten your input', 'input is too long for (?:this|the) model'],
  ]),
  ...says('nlp-cloud', [
    ['Input text length should not exceed', 'input (?:text )?length should not exceed(?!.{0,40}(?:character|words))'],
  ]),
  ...says('workbuddy', [['input length too long', 'input length (?:is )?too (?:long|large)']]),
  ...says('baidu', [['Prompt tokens too long', 'prompt tokens? (?:is |are )?too (?:long|many|large)']]),
  ...says('volcengine', [
    [
      'Total tokens of image and text exceed max message tokens',
      'exceeds? (?:the )?max(?:imum)? message tokens(?::? ?{limit})?',
    ],
  ]),
];
