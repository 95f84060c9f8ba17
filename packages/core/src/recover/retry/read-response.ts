import type { ErrorEnvelope } from '../overflow/envelope.ts';
import { openEventStream } from './open-event-stream.ts';

/** A response that can still be read by its caller, and what it refuses with where it does. */
export interface ReadResponse {
  readonly response: Response;
  readonly envelope?: ErrorEnvelope;
}

/** A success that is longer holds an answer, not an error. */
const maxErrorLength = 65_536;

/**
 * Reads from a response of `fetch` whether it is an answer.
 *
 * Contract: the response that comes back is whole, whatever was read of the one given. Of a stream, the events before
 * the first word of an answer are read; of a success of JSON, a short body. Everything else is not touched.
 */
export async function readResponse(response: Response): Promise<ReadResponse> {
  const { status, headers } = response;
  if (!response.ok) {
    const body = await response.clone().text();
    return { response, envelope: { status, headers, body } };
  }
  const type = headers.get('content-type') ?? '';
  if (type.startsWith('text/event-stream') && response.body !== null) {
    const { body, refusal } = await openEventStream(response.body);
    const copy = new Response(body, { status, headers, statusText: response.statusText });
    return refusal === undefined
      ? { response: copy }
      : { response: copy, envelope: { status, headers, event: refusal } };
  }
  if (!type.includes('json') || Number(headers.get('content-length') ?? 0) > maxErrorLength) return { response };
  const body = await response.clone().text();
  return isErrorBody(body) ? { response, envelope: { status, headers, body } } : { response };
}

/** An error after a success status: an object with an error in it, or a list of them. */
function isErrorBody(text: string): boolean {
  if (text.length > maxErrorLength) return false;
  try {
    const value: unknown = JSON.parse(text);
    const first = Array.isArray(value) ? value[0] : value;
    if (typeof first !== 'object' || first === null) return false;
    const { error, errors, type } = first as Record<string, unknown>;
    return type === 'error' || (Array.isArray(errors) && errors.length > 0) || (error !== undefined && error !== null);
  } catch {
    return false;
  }
}
