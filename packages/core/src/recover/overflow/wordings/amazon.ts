import { says, type Wording } from '../rules/wording.ts';

/** Amazon Bedrock and SageMaker. */
export const amazonWordings: readonly Wording[] = says('bedrock', [
  [
    'Too many input tokens. Max input tokens: 128000, request input token count: 140000',
    String.raw`max(?:imum)? input tokens?(?: allowed)?: ?{limit}\W{1,3}(?:request )?input tokens?(?: count)?: ?{requested}`,
  ],
  [
    'Input Tokens Exceeded: Number of input tokens exceeds maximum length. Please update the input to try again.',
    'input tokens exceeded',
  ],
  ['Too many input tokens for this model', 'too many (?:input|prompt) tokens'],
  [
    'prompt tokens (330095) exceed model maximum (278528) for base model abc',
    String.raw`prompt tokens ?\(?{requested}\)? exceeds? (?:the )?models? (?:max(?:imum)?|limit)(?: of)? ?\(?{limit}`,
  ],
  [
    'Input is too long for requested model.',
    'input is too (?:long|large) for (?:the )?(?:requested|this|selected) model',
  ],
  ['too many tokens: Input is too many tokens for this model', 'input is too many tokens'],
  [
    'Input length is too long: 140000 tokens, the model supports 131072',
    'input (?:length )?is too long: ?{requested} tokens,? (?:the )?models? (?:supports|allows|limit is|maximum is) {limit}',
  ],
]);
