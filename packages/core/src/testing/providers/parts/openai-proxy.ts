import type { Envelope, WrappedStatus } from '../refusal.ts';
import { isObject, toObject, toText } from './json.ts';

/** The error inside an OpenAI envelope; where the body is no JSON, the body is the message. */
export function openaiErrorOf({ body }: Envelope): { readonly message: string; readonly [key: string]: unknown } {
  if (typeof body === 'string') return { message: body, type: null, param: null, code: null };
  const error = toObject(isObject(body) ? body.error : undefined);
  return { ...error, message: toText(error.message) };
}

const liteLlm =
  (errorClass: string) =>
  (inner: Envelope, status: number): object => ({
    error: {
      message: `litellm.${errorClass}: OpenAIException - ${openaiErrorOf(inner).message}`,
      type: null,
      param: null,
      code: String(status),
    },
  });

const openRouter =
  (words: (message: string) => string) =>
  (inner: Envelope, code: number): object => ({
    error: {
      message: words(openaiErrorOf(inner).message),
      code,
      metadata: { raw: JSON.stringify(inner.body), provider_name: 'Scripted' },
    },
  });

/** What two proxies make of a refusal of the provider behind them, by the status that they send. */
const proxies: Readonly<Record<WrappedStatus, (inner: Envelope, status: number) => object>> = {
  429: openRouter(() => 'Provider returned error'),
  500: liteLlm('APIError'),
  502: openRouter((message) => `Upstream error from Scripted: ${message}`),
  503: liteLlm('ServiceUnavailableError'),
};

/** Wraps a refusal as a proxy does that speaks OpenAI's APIs. */
export function wrapOpenAi(inner: Envelope, status: WrappedStatus): Envelope {
  return { status, body: proxies[status](inner, status) };
}
