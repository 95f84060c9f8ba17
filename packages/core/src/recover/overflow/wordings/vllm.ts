import { says, type Wording } from '../rules/wording.ts';

/** vLLM of every version, and what stands on it: NIM, Bedrock Mantle, Cloudflare, hosted clusters. */
const servers: readonly Wording[] = says('vllm', [
  [
    "This model's maximum context length is 131072 tokens. However, you requested 16000 output tokens and your prompt contains at least 115073 input tokens, for a total of at least 131073 tokens.",
    String.raw`max(?:imum)? context length is {limit}(?: tokens)?\W{1,3}however,? you requested {output} output tokens and your prompt contains at least {input} input tokens`,
    { isLowerBound: true },
  ],
  [
    "This model's maximum context length is 100000 tokens. However, you requested 32000 output tokens and your prompt contains 95000 input tokens, for a total of 127000 tokens (95000 + 32000 = 127000 > 100000).",
    String.raw`max(?:imum)? context length is {limit}(?: tokens)?\W{1,3}however,? you requested {output} output tokens and your prompt contains {input} input tokens`,
  ],
  [
    "This model's maximum context length is 100000 tokens. However, you requested 32000 output tokens and your prompt contains 99999999 characters (more than 12345678 characters, which is the upper bound for 68000 input tokens).",
    String.raw`max(?:imum)? context length is {limit}(?: tokens)?\W{1,3}however,? you requested {output} output tokens and your prompt contains (?:at least )?\d+ (?:input )?characters`,
  ],
  [
    "You passed 170753 input tokens and requested 32000 output tokens. However, the model's context length is only 202752 tokens, resulting in a maximum input length of 170752 tokens.",
    String.raw`you passed (?:at least )?{input} input tokens and requested {output} output tokens\W{1,3}however,? the models context length is only {limit} tokens`,
  ],
  [
    "You passed 99999999 input characters and requested 32000 output tokens. However, the model's context length is only 100000 tokens, resulting in a maximum input length of 68000 tokens (at most 12345678 characters).",
    String.raw`you passed (?:at least )?\d+ input characters and requested {output} output tokens\W{1,3}however,? the models context length is only {limit} tokens`,
  ],
  [
    "'max_tokens' or 'max_completion_tokens' is too large: 32000. This model's maximum context length is 100000 tokens and your request has 95000 input tokens (32000 > 100000 - 95000).",
    String.raw`max_(?:completion_)?tokens is too large: ?{output}\W{1,3}this models maximum context length is {limit} tokens and your request has {input} input tokens`,
  ],
  [
    "This model's maximum context length is 2048 tokens. However, your request has 8 input tokens plus 2045 'max_tokens'.",
    String.raw`max(?:imum)? context length is {limit}(?: tokens)?\W{1,3}however,? your request has {input} input tokens (?:plus|and) {output} max_(?:completion_)?tokens`,
  ],
  [
    "This model's maximum context length is 100000 tokens. However, your request has at least 100001 input tokens.",
    String.raw`max(?:imum)? context length is {limit}(?: tokens)?\W{1,3}however,? your (?:request has|prompt contains) at least {requested} input tokens`,
    { isLowerBound: true },
  ],
  [
    "This model's maximum context length is 100000 tokens. However, your request has 100500 input tokens.",
    String.raw`max(?:imum)? context length is {limit}(?: tokens)?\W{1,3}however,? your (?:request has|prompt contains) {requested} input tokens`,
  ],
  [
    'The decoder prompt (length 66501) is longer than the maximum model length of 65536.',
    String.raw`prompt \((?:total )?length {requested}\) is (?:longer|larger) than the maximum (?:model|context) length(?: of)? \(?{limit}`,
  ],
  [
    'Prompt length of 5016 is longer than the maximum model length of 4096.',
    'prompt length of {requested} is (?:longer|larger) than the maximum (?:model|context) length of {limit}',
  ],
  [
    'The prompt (total length 25938) is too long to fit into the model (context length 4096).',
    String.raw`prompt \((?:total )?length {requested}\) is too long to fit into the model \(context length {limit}`,
  ],
  [
    'Input prompt (2500 tokens) is too long and exceeds limit of 2048',
    String.raw`(?:input )?prompt \({requested} tokens\) is too long and exceeds (?:the )?limit of {limit}`,
  ],
  [
    'Input prompt (2500 tokens) + lookahead slots (0) is too long and exceeds the capacity of block_manager',
    String.raw`(?:input )?prompt \({requested} tokens\)(?: \+ lookahead slots \(\d+\))? is too long and exceeds (?:the )?capacity of block_manager`,
  ],
  [
    'User-specified max_model_len: the prompt has 9000 tokens, which exceeds max_model_len 8192',
    String.raw`{requested}(?: tokens)?,?(?: which)? (?:exceeds?|is (?:greater|larger|longer) than) (?:the )?max_(?:model_len|seq_len|sequence_length|input_len(?:gth)?|position_embeddings)(?: of| =|=|:)? ?\(?{limit}`,
  ],
]);

/** SGLang, TensorRT-LLM and Triton, LMDeploy, TGI. */
const others: readonly Wording[] = says('sglang', [
  [
    "The input (61709 tokens) is longer than the model's context length (40960 tokens).",
    String.raw`input \({requested} tokens\) is (?:longer|larger) than the (?:models|max(?:imum)?) context (?:length|size) \({limit}`,
  ],
  [
    "Requested token count exceeds the model's maximum context length of 32768 tokens. You requested a total of 34689 tokens",
    String.raw`max(?:imum)? context length of {limit} tokens\W{1,3}you requested a total of {requested} tokens`,
    { countsOutput: true },
  ],
  [
    'Input length (100500 tokens) exceeds the maximum allowed length (99999 tokens). Use a shorter input or enable --allow-auto-truncate.',
    String.raw`(?:input|prompt|sequence) (?:length|size) ?\(?{requested}(?: tokens)?\)? exceeds? (?:the )?max(?:imum)? (?:allowed )?(?:input |prompt |sequence |context |total )?(?:length|size|limit)(?: of| is|:)? ?\(?{limit}`,
  ],
  [
    'Prompt length (5056) exceeds maximum input length (2048). Set log level to info and check TRTGptModel logs for how maximum input length is set',
    String.raw`prompt length ?\(?{requested}\)? exceeds? max(?:imum)? (?:input|sequence) length ?\(?{limit}`,
  ],
  [
    'The input token length 9000 + max_new_tokens 512 exceeds session length 8192',
    String.raw`input (?:token )?length:? \(?{input}\)? ?(?:\+|and|plus) ?(?:the )?(?:max_new_tokens|output length|request_output_len|max_tokens):? \(?{output}\)? exceeds? (?:the )?(?:session|context|max(?:imum)?)[a-z_ ]{0,20} \(?{limit}`,
  ],
  [
    'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4097. Given: 80125 `inputs` tokens and 4096 `max_new_tokens`',
    String.raw`inputs tokens \+ max_new_tokens must be <=? ?{limit}\W{1,3}given: ?{input} inputs tokens and {output} max_new_tokens`,
  ],
  [
    '`inputs` tokens + `max_new_tokens` must be <= 4097',
    String.raw`inputs tokens \+ max_new_tokens must be <=? ?{limit}`,
    { countsOutput: true },
  ],
  [
    'Input validation error: `inputs` must have less than 4096 tokens. Given: 4545',
    String.raw`inputs must have (?:less|fewer) than {limit} tokens\W{1,3}given: ?{requested}`,
  ],
  [
    'Input validation error: `inputs` must have less than 4096 tokens.',
    'inputs must have (?:less|fewer) than {limit} tokens',
  ],
]);

export const vllmWordings: readonly Wording[] = [...servers, ...others];
