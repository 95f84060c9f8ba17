import type { ErrorEnvelope } from '../overflow/envelope.ts';

/**
 * Makes an envelope of what a client threw.
 *
 * Contract: reads what clients do not list among the fields of an error: the headers of AWS's, and the name of a
 * time-out, for which each has its own words.
 */
export function thrownEnvelope(error: unknown): ErrorEnvelope {
  if (typeof error !== 'object' || error === null) return { error };
  const { name, $response: response } = error as { readonly name?: unknown; readonly $response?: unknown };
  const headers = (response as { readonly headers?: unknown } | undefined)?.headers;
  return {
    error,
    ...(headers !== undefined && { headers }),
    ...(name === 'TimeoutError' && { body: 'request timed out' }),
  };
}
