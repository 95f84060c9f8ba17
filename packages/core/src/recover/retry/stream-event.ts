/** What an event of a stream is: one of those before the first word, an error, or a part of the answer. */
export type StreamEventKind = 'prelude' | 'error' | 'answer';

/** Events that come before the first word of an answer, by their type. */
const preludes: ReadonlySet<unknown> = new Set([
  'message_start',
  'ping',
  'response.created',
  'response.in_progress',
  'response.queued',
]);
const errors: ReadonlySet<unknown> = new Set(['error', 'response.failed']);

/** Tells what an event of any API is: as it was parsed from its line, or as an SDK gives it. */
export function streamEventKind(event: unknown): StreamEventKind {
  const data = (Array.isArray(event) ? event[0] : event) as Readonly<Record<string, unknown>> | null | undefined;
  if (typeof data !== 'object' || data === null) return 'answer';
  if (errors.has(data.type) || (data.error !== undefined && data.error !== null)) return 'error';
  if (preludes.has(data.type) || data.messageStart !== undefined) return 'prelude';
  return Array.isArray(data.choices) && isWordless(data) ? 'prelude' : 'answer';
}

interface Choice {
  readonly delta?: Readonly<Record<string, unknown>>;
  readonly finish_reason?: unknown;
}

/** Of Chat: the chunk that names the role alone, and the one with which Azure says what it filtered. */
function isWordless(data: Readonly<Record<string, unknown>>): boolean {
  const [choice] = data.choices as readonly Choice[];
  if (choice === undefined) return !data.usage;
  const { delta = {}, finish_reason: reason } = choice;
  return !reason && 'role' in delta && Object.entries(delta).every(([key, value]) => key === 'role' || isEmpty(value));
}

function isEmpty(value: unknown): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}
