import type { Envelope, RefusalFacts, Wordings } from '../refusal.ts';

/** An error in the envelope of Google's APIs. */
function geminiError(code: number, status: string, message: string, details: readonly object[] = []): Envelope {
  return { status: code, body: { error: { code, message, status, ...(details.length > 0 && { details }) } } };
}

const invalid = (message: string): Envelope => geminiError(400, 'INVALID_ARGUMENT', message);

const tooLong = ({ inputTokens, limitTokens }: RefusalFacts): string =>
  `The input token count (${inputTokens}) exceeds the maximum number of tokens allowed (${limitTokens}).`;

/** The older form of the envelope, a list, which also stands where a stream would be a JSON array. */
function inArray(facts: RefusalFacts): Envelope {
  const message = tooLong(facts);
  const errors = [{ message, domain: 'global', reason: 'badRequest' }];
  return { status: 400, body: [{ error: { code: 400, message, errors, status: 'INVALID_ARGUMENT' } }] };
}

/** The message is the envelope of another server, as JSON. */
function nested(facts: RefusalFacts): Envelope {
  const message = `${JSON.stringify(invalid(tooLong(facts)).body, null, 2)}\n`;
  return { status: 400, body: { error: { message, code: 400, status: 'Bad Request' } } };
}

const retryInfo = ({ retryAfterSeconds }: RefusalFacts): readonly object[] =>
  retryAfterSeconds === undefined
    ? []
    : [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: `${retryAfterSeconds}s` }];

function overQuota(facts: RefusalFacts): Envelope {
  const { limitTokens, model } = facts;
  const retry = facts.retryAfterSeconds === undefined ? '' : `\nPlease retry in ${facts.retryAfterSeconds}s.`;
  return geminiError(
    429,
    'RESOURCE_EXHAUSTED',
    `You exceeded your current quota, please check your plan and billing details. For more information on this error, head to: https://ai.google.dev/gemini-api/docs/rate-limits. \n* Quota exceeded for metric: generativelanguage.googleapis.com/generate_content_paid_tier_input_token_count, limit: ${limitTokens}, model: ${model}${retry}`,
    [
      {
        '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
        violations: [
          { quotaId: 'GenerateContentPaidTierInputTokensPerModelPerMinute', quotaValue: String(limitTokens) },
        ],
      },
      ...retryInfo(facts),
    ],
  );
}

/** What the Gemini API and Vertex AI say. Only the input is counted, so no sum is ever refused. */
export const geminiWordings: Wordings = {
  prompt: {
    gemini: (facts) => invalid(tooLong(facts)),
    'no-requested': ({ limitTokens }) =>
      invalid(`The input token count exceeds the maximum number of tokens allowed (${limitTokens}).`),
    vertex: ({ inputTokens, limitTokens }) =>
      invalid(
        `Unable to submit request because the input token count is ${inputTokens} but model only supports up to ${limitTokens}. Reduce the input token count and try again. You can also use the CountTokens API to calculate prompt token count and billable characters.`,
      ),
    array: inArray,
    nested,
  },
  'request-bytes': {
    gemini: ({ maxBytes }) => invalid(`Request payload size exceeds the limit: ${maxBytes} bytes.`),
  },
  'output-cap': {
    gemini: ({ outputTokens, limitTokens }) =>
      invalid(
        `Unable to submit request because it has a maxOutputTokens value of ${outputTokens} but the supported range is from 1 (inclusive) to ${limitTokens + 1} (exclusive). Update the value and try again.`,
      ),
  },
  'oversized-rate-limit': { gemini: overQuota },
  throttled: {
    gemini: (facts) =>
      geminiError(429, 'RESOURCE_EXHAUSTED', 'Resource exhausted. Please try again later.', retryInfo(facts)),
  },
  overloaded: {
    gemini: () => geminiError(503, 'UNAVAILABLE', 'The model is overloaded. Please try again later.'),
  },
  'server-error': {
    gemini: () => geminiError(500, 'INTERNAL', 'An internal error has occurred. Please retry.'),
  },
  'invalid-request': { gemini: ({ message }) => invalid(message) },
  'malformed-json': { gemini: () => invalid('Invalid JSON payload received. Unexpected token.') },
};
