import type { Envelope, Wordings } from '../refusal.ts';

/** The header that names the exception; SDKs choose the class of the error by it. */
export const errorTypeHeader = 'x-amzn-errortype';

/** An exception of Bedrock: the message is the body, the name of the exception a header. */
export function bedrockError(status: number, exception: string, message: string): Envelope {
  return { status, headers: { [errorTypeHeader]: exception }, body: { message } };
}

const invalid = (message: string): Envelope => bedrockError(400, 'ValidationException', message);
const fromModel = (message: string): Envelope => invalid(`The model returned the following errors: ${message}`);
const throttled = (): Envelope =>
  bedrockError(429, 'ThrottlingException', 'Too many tokens, please wait before trying again.');

/** What the models behind Bedrock Converse say; Claude's words come first. */
export const bedrockWordings: Wordings = {
  prompt: {
    claude: ({ inputTokens, limitTokens }) =>
      fromModel(`prompt is too long: ${inputTokens} tokens > ${limitTokens} maximum`),
    'no-numbers': () => invalid('Input is too long for requested model.'),
    nova: ({ inputTokens, limitTokens }) =>
      invalid(`Too many input tokens. Max input tokens: ${limitTokens}, request input token count: ${inputTokens}`),
    llama: ({ limitTokens }) =>
      invalid(
        `This model's maximum context length is ${limitTokens} tokens. Please reduce the length of the prompt and try again.`,
      ),
  },
  'prompt-plus-output': {
    claude: ({ inputTokens, outputTokens, limitTokens }) =>
      fromModel(
        `input length and \`max_tokens\` exceed context limit: ${inputTokens} + ${outputTokens} > ${limitTokens}, decrease input length or \`max_tokens\` and try again`,
      ),
  },
  'request-bytes': { claude: () => fromModel('too many total text bytes') },
  'output-cap': {
    claude: ({ limitTokens }) =>
      invalid(
        `The maximum tokens you requested exceeds the model limit of ${limitTokens}. Try again with a maximum tokens value that is lower than ${limitTokens}.`,
      ),
  },
  'oversized-rate-limit': { bedrock: throttled },
  throttled: { bedrock: throttled },
  overloaded: {
    bedrock: () => bedrockError(503, 'ServiceUnavailableException', 'Bedrock is unable to process your request.'),
  },
  'server-error': {
    bedrock: () =>
      bedrockError(
        500,
        'InternalServerException',
        'The system encountered an unexpected error during processing. Try your request again.',
      ),
  },
  'invalid-request': { bedrock: ({ message }) => invalid(message) },
  'malformed-json': {
    bedrock: () => bedrockError(400, 'SerializationException', 'Unable to parse the request body as JSON'),
  },
};
