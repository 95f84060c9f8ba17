import Anthropic from '@anthropic-ai/sdk';
import { className, maxTokens, type Parsed, parameters, type Sdk, type Thrown, thrown } from './sdk.ts';

const anthropic = (url: string) => new Anthropic({ baseURL: url, apiKey: 'none', maxRetries: 0 });
const messagesBody = (text: string) => ({
  model: 'claude-scripted',
  max_tokens: maxTokens,
  messages: [{ role: 'user' as const, content: text }],
  tools: [{ name: 'lookup', input_schema: parameters }],
});

function ofMessage(message: Anthropic.Message): Parsed {
  const toolCalls = message.content.filter((block) => block.type === 'tool_use');
  return {
    text: message.content.map((block) => (block.type === 'text' ? block.text : '')).join(''),
    calls: toolCalls.map(({ name, input }) => ({ name, input })),
    inputTokens: message.usage.input_tokens,
    outputTokens: message.usage.output_tokens,
    stop: message.stop_reason,
    ids: toolCalls.map(({ id }) => id),
  };
}

/** The error of the Anthropic SDK for an envelope. */
const anthropicThrown = (errorClass: string, status: number | undefined, type: string, message: string): Thrown =>
  thrown(
    errorClass,
    status,
    `${status === undefined ? '' : `${status} `}${JSON.stringify({ type: 'error', error: { type, message } })}`,
  );

export const anthropicSdk: Sdk = {
  name: '@anthropic-ai/sdk',
  ask: async (url, text) => ofMessage(await anthropic(url).messages.create(messagesBody(text))),
  stream: async (url, text) => ofMessage(await anthropic(url).messages.stream(messagesBody(text)).finalMessage()),
  toThrown: (error) => {
    const { status, message } = error as InstanceType<typeof Anthropic.APIError>;
    return { errorClass: className(error), status, message };
  },
  stop: 'tool_use',
  idPattern: /^toolu_\w{24}$/,
  refusals: {
    prompt: anthropicThrown(
      'BadRequestError',
      400,
      'invalid_request_error',
      'prompt is too long: 1057 tokens > 1000 maximum',
    ),
    sum: anthropicThrown(
      'BadRequestError',
      400,
      'invalid_request_error',
      'input length and `max_tokens` exceed context limit: 950 + 100 > 1000, decrease input length or `max_tokens` and try again',
    ),
    bytes: anthropicThrown('ContentTooLargeError', 413, 'request_too_large', 'Request exceeds the maximum size'),
    throttled: anthropicThrown(
      'RateLimitError',
      429,
      'rate_limit_error',
      "This request would exceed your account's rate limit. Please try again later.",
    ),
    wrapped: anthropicThrown(
      'InternalServerError',
      500,
      'api_error',
      '400 {"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 1057 tokens > 1000 maximum"}}',
    ),
  },
  inStream: anthropicThrown(
    'APIError',
    undefined,
    'invalid_request_error',
    'prompt is too long: 1057 tokens > 1000 maximum',
  ),
};
