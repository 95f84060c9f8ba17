import { describe, expect, it } from 'vitest';
import { classifyOverflow } from '../../../src/recover/overflow/classify-overflow.ts';
import type { ErrorEnvelope } from '../../../src/recover/overflow/envelope.ts';
import { errorEnvelopes, toPython, toText } from './support/envelopes.ts';

const asError = (body: unknown): unknown => (typeof body === 'string' ? { error: { message: body } } : body);

/** How refusals arrive: through proxies, SDKs and streams. */
const wrappers: Record<string, (envelope: ErrorEnvelope) => ErrorEnvelope> = {
  'JSON in a string': (envelope) => ({ ...envelope, body: { error: { message: toText(envelope.body) } } }),
  'JSON in a string, twice': (envelope) => ({
    ...envelope,
    body: JSON.stringify(JSON.stringify({ error: { message: toText(envelope.body) } })),
  }),
  'a Python dictionary behind a prefix': (envelope) => ({
    ...envelope,
    body: `Error code: ${envelope.status ?? 400} - ${toPython(asError(envelope.body))}`,
  }),
  'an event of a stream': (envelope) => ({
    ...envelope,
    status: 200,
    body: `event: error\ndata: ${JSON.stringify(asError(envelope.body))}\n\n`,
  }),
  'an error line of a stream': (envelope) => ({
    ...envelope,
    status: 200,
    body: `error: ${JSON.stringify(typeof envelope.body === 'string' ? { message: envelope.body } : envelope.body)}`,
  }),
  'a list of errors': (envelope) => ({
    ...envelope,
    body: { success: false, errors: [typeof envelope.body === 'string' ? { message: envelope.body } : envelope.body] },
  }),
  'metadata of a gateway': (envelope) => ({
    ...envelope,
    body: {
      error: { message: 'Provider returned error', metadata: { raw: toText(envelope.body), provider_name: 'X' } },
    },
  }),
  'prefix and suffix of a proxy': (envelope) => ({
    ...envelope,
    body: {
      error: {
        message: `litellm.BadRequestError: XException - ${toText(envelope.body)}. Received Model Group=x\nAvailable Model Group Fallbacks=None`,
        code: '400',
      },
    },
  }),
  'HTTP 200': (envelope) => ({ ...envelope, status: 200, body: asError(envelope.body) }),
  'HTTP 500': (envelope) => ({ ...envelope, status: 500 }),
  'HTTP 502': (envelope) => ({ ...envelope, status: 502 }),
  'an error of an SDK': ({ provider, api, status, code, type, body }) => ({
    provider: provider ?? null,
    api: api ?? null,
    error: Object.assign(new Error(`${status} Bad Request`), { status, code, type, error: body }),
  }),
  'an APICallError': ({ provider, api, status, code, body }) => ({
    provider: provider ?? null,
    api: api ?? null,
    code: code ?? null,
    error: Object.assign(new Error('Bad Request'), {
      name: 'AI_APICallError',
      statusCode: status ?? undefined,
      responseBody: toText(body),
      requestBodyValues: { messages: ['prompt is too long: 210000 tokens > 200000 maximum'] },
    }),
  }),
};

describe.each(Object.entries(wrappers))('a refusal in %s', (_, wrap) => {
  it('is what it is without', () => {
    const told = ({ id, envelope }: (typeof errorEnvelopes)[number], by: ErrorEnvelope): unknown => {
      const { outcome, limitTokens, requestedTokens, isLowerBound } = classifyOverflow(by);
      return { id, outcome, limitTokens, requestedTokens, isLowerBound, status: envelope.status };
    };
    expect(errorEnvelopes.length).toBeGreaterThan(400);
    expect(errorEnvelopes.map((row) => told(row, wrap(row.envelope)))).toEqual(
      errorEnvelopes.map((row) => told(row, row.envelope)),
    );
  });
});

describe('a refusal in HTTP 429', () => {
  it('is never to be sent again as it is', () => {
    const overflows = errorEnvelopes.filter(({ envelope }) => classifyOverflow(envelope).isOverflow);
    const found = overflows.map(({ id, envelope }) => ({ id, ...classifyOverflow({ ...envelope, status: 429 }) }));
    expect(found.length).toBeGreaterThan(200);
    const retried = found.filter(({ isRetryable }) => isRetryable).map(({ id }) => id);
    expect(retried).toEqual([]);
  });
});
