import type { Envelope, RefusalFacts, Wordings } from '../refusal.ts';

/** An error in Anthropic's envelope. */
export function anthropicError(status: number, type: string, message: string): Envelope {
  return { status, body: { type: 'error', error: { type, message } } };
}

const invalid = (message: string): Envelope => anthropicError(400, 'invalid_request_error', message);

const perMinute = ({ limitTokens }: RefusalFacts): string =>
  `This request would exceed the rate limit for your organization (org-scripted) of ${limitTokens.toLocaleString('en-US')} input tokens per minute. For details, refer to: https://docs.anthropic.com/en/api/rate-limits. You can see the response headers for current usage. Please reduce the prompt length or the maximum tokens requested, or try again later.`;

/** What servers of the Anthropic Messages API say; Anthropic's own words come first. */
export const anthropicWordings: Wordings = {
  prompt: {
    anthropic: ({ inputTokens, limitTokens }) =>
      invalid(`prompt is too long: ${inputTokens} tokens > ${limitTokens} maximum`),
    vertex: () => anthropicError(413, 'invalid_request_error', 'Prompt is too long'),
    bedrock: () => invalid('Input is too long for requested model.'),
  },
  'prompt-plus-output': {
    anthropic: ({ inputTokens, outputTokens, limitTokens }) =>
      invalid(
        `input length and \`max_tokens\` exceed context limit: ${inputTokens} + ${outputTokens} > ${limitTokens}, decrease input length or \`max_tokens\` and try again`,
      ),
  },
  'request-bytes': {
    anthropic: () => anthropicError(413, 'request_too_large', 'Request exceeds the maximum size'),
  },
  'output-cap': {
    anthropic: ({ outputTokens, limitTokens, model }) =>
      invalid(
        `max_tokens: ${outputTokens} > ${limitTokens}, which is the maximum allowed number of output tokens for ${model}`,
      ),
  },
  'oversized-rate-limit': { anthropic: (facts) => anthropicError(429, 'rate_limit_error', perMinute(facts)) },
  throttled: {
    anthropic: () =>
      anthropicError(
        429,
        'rate_limit_error',
        "This request would exceed your account's rate limit. Please try again later.",
      ),
  },
  overloaded: { anthropic: () => anthropicError(529, 'overloaded_error', 'Overloaded') },
  'server-error': { anthropic: () => anthropicError(500, 'api_error', 'Internal server error') },
  'invalid-request': { anthropic: ({ message }) => invalid(message) },
  'malformed-json': { anthropic: () => invalid('The request body is not valid JSON') },
};
