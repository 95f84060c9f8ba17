import type { ErrorEnvelope } from '../overflow/envelope.ts';
import { createEventJudge, createJsonJudge, createLinesJudge, maxErrorLength } from './judge-body.ts';
import { type BodyJudge, peekBody } from './peek-body.ts';

/** A response that can still be read by its caller, and what it refuses with where it does. */
export interface ReadResponse {
  readonly response: Response;
  readonly envelope?: ErrorEnvelope;
  /** The answer, where it was short enough to be read here. */
  readonly value?: unknown;
}

/** Narrows to a response of `fetch`, whichever copy of it made it. */
export function isResponse(value: unknown): value is Response {
  return value instanceof Response || Object.prototype.toString.call(value) === '[object Response]';
}

/**
 * Reads from a response of `fetch` whether it is an answer.
 *
 * Contract: the response that comes back is whole, whatever was read of the one given. Of a stream, the events before
 * the first word of an answer are read; of a success of JSON, a short body or the beginning. Everything else, and a
 * body that its caller has read, is not touched.
 * @throws what the connection fails with while that is read.
 */
export async function readResponse(response: Response): Promise<ReadResponse> {
  const { status, headers, ok, body, bodyUsed } = response;
  if (!ok) {
    const text = bodyUsed ? '' : await response.clone().text();
    return { response, envelope: { status, headers, body: text } };
  }
  const judge = bodyUsed ? undefined : judgeFor(headers);
  if (judge === undefined || body === null) return { response };
  const peeked = await peekBody(body, judge);
  const copy = copyOf(response, peeked.body);
  if (peeked.verdict.kind === 'answer') return { response: copy, value: peeked.verdict.value };
  const { text } = peeked.verdict;
  return { response: copy, envelope: { status, headers, ...(isStream(headers) ? { event: text } : { body: text }) } };
}

function judgeFor(headers: Headers): BodyJudge | undefined {
  const type = headers.get('content-type') ?? '';
  if (isStream(headers)) return createEventJudge();
  if (/ndjson|jsonl|json-?lines|stream\+json/u.test(type)) return createLinesJudge();
  const isShort = Number(headers.get('content-length') ?? 0) <= maxErrorLength;
  return type.includes('json') && isShort ? createJsonJudge() : undefined;
}

function isStream(headers: Headers): boolean {
  return (headers.get('content-type') ?? '').startsWith('text/event-stream');
}

/** A response that is made has no address; clients read it. */
function copyOf({ status, statusText, headers, url, redirected }: Response, body: ReadableStream): Response {
  const copy = new Response(body, { status, statusText, headers });
  for (const [name, value] of Object.entries({ url, redirected })) Object.defineProperty(copy, name, { value });
  return copy;
}
