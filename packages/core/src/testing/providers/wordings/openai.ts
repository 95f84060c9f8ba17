import type { Envelope, RefusalFacts, Wording, Wordings } from '../refusal.ts';

/** What an OpenAI error holds beside its message. */
export interface OpenAiErrorFields {
  readonly type?: string | null;
  readonly param?: string | null;
  readonly code?: string | number | null;
}

/** An error in OpenAI's envelope. */
export function openaiError(status: number, message: string, fields: OpenAiErrorFields = {}): Envelope {
  const { type = 'invalid_request_error', param = null, code = null } = fields;
  return { status, body: { error: { message, type, param, code } } };
}

/** An error in vLLM's form of that envelope. */
export function vllmError(message: string, param: string | null): Envelope {
  return { status: 400, body: { error: { message, type: 'BadRequestError', param, code: 400 } } };
}

/** vLLM's sum of input and output, as its servers of both APIs say it. */
export const vllmSum: Wording = ({ limitTokens, inputTokens, outputTokens }) =>
  vllmError(
    `This model's maximum context length is ${limitTokens} tokens. However, you requested ${outputTokens} output tokens and your prompt contains ${inputTokens} input tokens, for a total of ${inputTokens + outputTokens} tokens (${inputTokens} + ${outputTokens} = ${inputTokens + outputTokens} > ${limitTokens}). Please reduce the length of the input prompt or the number of requested output tokens.`,
    'max_tokens',
  );

/** A server that stops counting the input as soon as it is too long, so that its number is a lower bound. */
export const vllmLowerBound: Wording = ({ limitTokens, outputTokens }) => {
  const room = Math.max(limitTokens - outputTokens, 0);
  return vllmError(
    `You passed ${room + 1} input tokens and requested ${outputTokens} output tokens. However, the model's context length is only ${limitTokens} tokens, resulting in a maximum input length of ${room} tokens. Please reduce the length of the input prompt.`,
    'input_tokens',
  );
};

const nginxTooLarge =
  '<html>\r\n<head><title>413 Request Entity Too Large</title></head>\r\n<body>\r\n<center><h1>413 Request Entity Too Large</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n';

/** Organisation of the account that is throttled. */
const organization = 'org-scripted';

const tryAgainIn = ({ retryAfterSeconds = 1 }: RefusalFacts): string => `Please try again in ${retryAfterSeconds}s.`;

/** A JSONPath as OpenAI names a place: without the root. */
const toParam = (where: string | undefined): string | null => where?.replace(/^\$\.?/, '') || null;

/** What OpenAI says of its own limits, whichever of its APIs is called. */
export const openaiCommon: Wordings = {
  'request-bytes': {
    nginx: () => ({ status: 413, body: nginxTooLarge }),
    'json-parse': () => ({ status: 413, body: { error: { message: 'failed to parse request', code: '' } } }),
  },
  'oversized-rate-limit': {
    openai: (facts: RefusalFacts) =>
      openaiError(
        429,
        `Request too large for ${facts.model} in organization ${organization} on tokens per min (TPM): Limit ${facts.limitTokens}, Requested ${facts.inputTokens + facts.outputTokens}. The input or output tokens must be reduced in order to run successfully. Visit https://platform.openai.com/account/rate-limits to learn more.`,
        { type: 'tokens', code: 'rate_limit_exceeded' },
      ),
  },
  throttled: {
    openai: (facts: RefusalFacts) =>
      openaiError(
        429,
        `Rate limit reached for ${facts.model} in organization ${organization} on requests per min (RPM): Limit 500, Used 500, Requested 1. ${tryAgainIn(facts)} Visit https://platform.openai.com/account/rate-limits to learn more.`,
        { type: 'requests', code: 'rate_limit_exceeded' },
      ),
  },
  overloaded: {
    openai: () =>
      openaiError(503, 'The engine is currently overloaded, please try again later', { type: 'server_error' }),
  },
  'server-error': {
    openai: () =>
      openaiError(500, 'The server had an error while processing your request. Sorry about that!', {
        type: 'server_error',
      }),
  },
  'invalid-request': {
    openai: ({ message, where }: RefusalFacts) => openaiError(400, message, { param: toParam(where) }),
  },
  'malformed-json': {
    openai: () =>
      openaiError(
        400,
        'We could not parse the JSON body of your request. (HINT: This likely means you aren’t using your HTTP library correctly. The OpenAI API expects a JSON payload, but what was sent was not valid JSON.)',
      ),
  },
};
