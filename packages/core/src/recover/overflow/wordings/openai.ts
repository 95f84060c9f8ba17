import { says, type Wording } from '../rules/wording.ts';

/** OpenAI, Azure and the many servers that answer in their words. */
export const openaiWordings: readonly Wording[] = says('openai', [
  [
    "This model's maximum context length is 8192 tokens. However, you requested 8213 tokens (6683 in the messages, 730 in the functions, and 800 in the completion).",
    String.raw`max(?:imum)? context length is {limit}(?: tokens)?\W{1,3}however,? you requested (?:about )?{requested} tokens? ?\({input} in (?:the|your) (?:messages?|prompt)\W{1,3}{tools} in the (?:functions|tools)\W{1,3}(?:and )?{output} (?:in|for) the completion`,
    { countsOutput: true },
  ],
  [
    "This model's maximum context length is 128000 tokens. However, you requested 130000 tokens (126000 in the messages, 4000 in the completion).",
    String.raw`max(?:imum)? context length is {limit}(?: tokens)?\W{1,3}however,? you requested (?:about )?{requested} tokens? ?\({input} in (?:the|your) (?:messages?|prompt|input)\W{1,3}(?:and )?{output} (?:in|for) the completion`,
    { countsOutput: true },
  ],
  [
    "This model's maximum context length is 4097 tokens. However, your messages resulted in 4238 tokens (4143 in the messages, 95 in the functions).",
    String.raw`max(?:imum)? context length is {limit}(?: tokens)?\W{1,3}(?:however,? |but )?(?:your |the )?(?:messages?|prompt|input|request|it)(?: has)? (?:resulted|results) in (?:about |at least )?{requested} tokens`,
  ],
  [
    "This model's maximum context length is 131072 tokens. However, you requested 351430 tokens. Please reduce the length of the messages or completion.",
    String.raw`max(?:imum)? context (?:length|window|size) (?:is|of) {limit}(?: tokens)?\W{1,3}(?:however,? |but )?you (?:have )?requested (?:a total of |about )?{requested} tokens(?! for the output| output)`,
  ],
  [
    'Input tokens exceed the configured limit of 272000 tokens. Your messages resulted in 289650 tokens.',
    String.raw`(?:input|prompt) tokens exceeds? (?:the |your )?configured limit of {limit} tokens\W{1,3}your (?:messages|input|prompt) resulted in {requested} tokens`,
  ],
  [
    'Input tokens exceed the configured limit of 192000 tokens.',
    'tokens exceeds? (?:the |your )?configured limit of {limit}',
  ],
  [
    "Requested token count exceeds the model's maximum context length of 32768 tokens. You requested a total of 34689 tokens: 22892 tokens from the input messages and 11797 tokens for the completion.",
    String.raw`exceeds? the models? maximum context length of {limit} tokens\W{1,3}you requested a total of {requested} tokens\W{1,3}{input} tokens from the (?:input )?messages and {output} tokens for the completion`,
    { countsOutput: true },
  ],
  [
    "Requested token count exceeds the model's maximum context length of 131072 tokens.",
    String.raw`requested token count exceeds? the models? max(?:imum)? context (?:length|window)(?: (?:of|is) \(?{limit})?`,
  ],
  [
    "Input length (265330) exceeds model's maximum context length (262144).",
    String.raw`(?:input|prompt|sequence|context|request)(?: token)?(?: length| count| size)? ?\(?{requested}(?: tokens)?\)? exceeds? (?:the )?models? (?:max(?:imum)? )?(?:context|input|sequence) (?:length|window|size|limit) ?(?:of |is |: )?\(?{limit}`,
  ],
  [
    'Your input exceeds the context window of this model. Please adjust your input and try again.',
    '(?:input|prompt|request|conversation|messages?) exceeds? the context (?:window|length)',
  ],
  [
    "The input exceeds the model's maximum context length.",
    String.raw`(?<!max_(?:new_|completion_|output_)?tokens(?: ?[(=:]? ?\d{1,9}\)?)? )exceed(?:s|ed)? (?:the |this |your |our |a )?(?:models? )?(?:max(?:imum)? )?(?:allowed |available |supported )?context (?:length|window|size|limit)(?: limit)?(?:(?= (?:of|is) |[^\d.]{0,20}[\d,._]{5}|[^\d.]{0,20}\d+ tokens)(?: of| is| for (?:the|this) model)? \(?{limit})?`,
  ],
  [
    'The message you submitted was too long, please edit it and resubmit.',
    'messages? you submitted (?:was|were) too long',
  ],
  ['Codex ran out of room in the context window.', '(?:ran|run) out of (?:room|space) in the (?:models? )?context'],
  [
    "This model's maximum context length is 32768 tokens. However, answering your request will take 39732 tokens.",
    String.raw`max(?:imum)? context length (?:of [^ ]{1,80} )?is {limit}(?: tokens)?\W{1,3}however,? answering your request will take {requested} tokens`,
    { countsOutput: true },
  ],
  [
    'Too many tokens: the maximum is 8192 tokens, but your prompt has 9000 tokens.',
    String.raw`max(?:imum)? (?:context (?:length|window|size)|number of (?:input )?tokens|input(?: length)?|prompt(?: length)?|sequence length)?(?: allowed)?(?: (?:of|for) (?:the|this) model)? ?(?:is|of|:|=) ?{limit}(?: tokens)?\W{1,3}(?:however,? |but )?(?:your |the |this )?(?:prompt|input|messages?|request|conversation)[a-z ]{0,30} (?:has|have|is|was|were|contains?|uses?|used|needs?|requires?|includes?) (?:about |around |approximately )?{requested}(?: tokens|$|\W)(?! ?(?:input )?characters)`,
  ],
  [
    'The maximum context length is 131072 tokens, but the prompt contains 140000 input tokens.',
    String.raw`max(?:imum)? (?:context|prompt|input) (?:length|size|window) (?:is|of) {limit}(?: tokens)?\W{1,3}(?:however,? )?(?:but )?(?:the|your|this) (?:prompt|request|input|messages?) (?:contains?|has|had|have) {requested} (?:input |prompt )?tokens`,
  ],
  [
    "This model's maximum context length is 16385 tokens.",
    'max(?:imum)? context length (?:(?:of|for) (?:the|this) model )?(?:is|of) (?:only )?{limit}',
  ],
  [
    'Context window exceeded: requested 12000 tokens',
    String.raw`context (?:window|length|size) (?:was |has been |is )?exceeded\W{1,3}(?:you )?requested:? {requested}(?: tokens)?(?:,? (?:but )?(?:max(?:imum)?|limit|window|available)(?: is|:)? {limit})?`,
  ],
]);
