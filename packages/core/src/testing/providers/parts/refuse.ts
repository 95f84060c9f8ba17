import type { Reply } from '../api-row.ts';
import type { Envelope, RefusalFacts, RefusalForm, Wording, Wordings, WrappedStatus } from '../refusal.ts';
import { jsonReply } from './reply.ts';

/** How one API says that it refuses. */
export interface RefusalDialect {
  readonly wordings: Wordings;
  /** What a proxy makes of an envelope. */
  readonly wrap: (envelope: Envelope, status: WrappedStatus) => Envelope;
  /** The envelope as the end of a stream that began with HTTP 200. */
  readonly stream: (envelope: Envelope) => Reply;
}

/**
 * Words a refusal and dresses it.
 *
 * @throws TypeError where the API has no such wording; the message lists those it has.
 */
export function refuse(
  dialect: RefusalDialect,
  facts: RefusalFacts,
  form: RefusalForm & { readonly isStreamed: boolean },
): Reply {
  const worded = findWording(dialect.wordings, facts, form.wording)(facts);
  const envelope = form.wrappedStatus === undefined ? worded : dialect.wrap(worded, form.wrappedStatus);
  return form.isInStream && form.isStreamed ? dialect.stream(envelope) : plainReply(withRetryAfter(envelope, facts));
}

function findWording(wordings: Wordings, { kind }: RefusalFacts, name: string | undefined): Wording {
  const rows = wordings[kind] ?? {};
  const wording = name !== undefined && Object.hasOwn(rows, name) ? rows[name] : undefined;
  const found = wording ?? (isNameOfAnotherKind(wordings, name) ? Object.values(rows)[0] : undefined);
  if (found !== undefined) return found;
  const known = Object.keys(rows).join(', ') || 'none';
  throw new TypeError(`no wording ${name ?? 'at all'} for a refusal of the kind ${kind} here; known: ${known}`);
}

/** A form is set once for all kinds, so a wording that only another kind has leaves this one its usual words. */
function isNameOfAnotherKind(wordings: Wordings, name: string | undefined): boolean {
  return name === undefined || Object.values(wordings).some((rows) => Object.hasOwn(rows, name));
}

function withRetryAfter(envelope: Envelope, { retryAfterSeconds }: RefusalFacts): Envelope {
  if (retryAfterSeconds === undefined) return envelope;
  return { ...envelope, headers: { ...envelope.headers, 'retry-after': String(retryAfterSeconds) } };
}

function plainReply({ status, headers = {}, body }: Envelope): Reply {
  if (typeof body !== 'string') return jsonReply(status, body, headers);
  const type = body.startsWith('<') ? 'text/html' : 'text/plain';
  return { status, headers: { 'content-type': type, ...headers }, chunks: [body] };
}
