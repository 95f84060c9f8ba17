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

/** Reads a request of a known API. */
export function toDraft(body: JsonObject, format: WireFormat, repairs: boolean): Draft {
  const messages = body[format.messagesKey];
  if (!Array.isArray(messages) || !messages.every(isObject)) {
    throw new TypeError(`a request of ${format.name} has its messages as objects in "${format.messagesKey}"`);
  }
  return { format, body, messages, repairs };
}

/** Returns the body to send; the caller's own where nothing differs. */
export function toBody({ format, body, messages, repairs }: Draft): JsonObject {
  const sent = repairs ? repair(messages, format).messages : messages;
  return sent === body[format.messagesKey] ? body : { ...body, [format.messagesKey]: sent };
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
  const [were, are] = [before, after].map(({ messages, format }) => repair(messages, format).faults.length);
  if (are !== were) throw new TypeError('a change of the view broke a pair of call and result; it was not sent');
}
