import { repair } from '../view/repair/repair.ts';
import { isObject, type JsonObject, toJsonText } from '../wire/json.ts';
import type { WireFormat } from '../wire/wire-format.ts';

/** A request before it is sent: what its caller gave, and the messages as they will be sent. */
export interface Draft {
  readonly format: WireFormat;
  readonly body: JsonObject;
  /** One for each message of the caller. */
  readonly messages: readonly JsonObject[];
  readonly repairs: boolean;
}

/** Reads a request of a known API. A single text in the place of messages is sent as it is. */
export function toDraft(body: JsonObject, format: WireFormat, repairs: boolean): Draft {
  const messages = body[format.messagesKey];
  if (typeof messages === 'string') return { format, body, messages: [], repairs };
  if (!Array.isArray(messages) || !messages.every(isObject)) {
    throw new TypeError(`a request of ${format.name} has its messages as objects in "${format.messagesKey}"`);
  }
  return { format, body, messages, repairs };
}

/** Returns the body to send; the caller's own where nothing differs. */
export function toBody(draft: Draft): JsonObject {
  const { format, body } = draft;
  const sent = sentMessages(draft);
  return typeof body[format.messagesKey] === 'string' || sent === body[format.messagesKey]
    ? body
    : { ...body, [format.messagesKey]: sent };
}

/** Returns the messages as they stand in the body to send. */
export function sentMessages({ format, messages, repairs }: Draft): readonly JsonObject[] {
  return repairs ? repair(messages, format).messages : messages;
}

/** Returns the bytes of a request as its client sends them. */
export function byteLengthOf(body: JsonObject): number {
  return Buffer.byteLength(toJsonText(body));
}

/**
 * Checks that changing parts broke nothing between them.
 *
 * @throws TypeError when calls and results do not stand to each other as before: a bug of Spillway, never sent.
 */
export function assertSamePairs(before: Draft, after: Draft): void {
  if (before.messages === after.messages) return;
  const [were, are] = [before, after].map(({ messages, format }) => repair(messages, format).faults.length);
  if (are !== were) throw new TypeError('a change of the view broke a pair of call and result; it was not sent');
}
