import { type JsonObject, type JsonPath, type JsonValue, replaceAt } from '../wire/json.ts';

/** Why a part of the transcript is sent in another form than it was written in. */
export type ChangeReason =
  | 'over-budget'
  | 'large-argument'
  | 'unsendable'
  | 'shrunk-result'
  | 'shrunk-media'
  | 'shrunk-argument';

/** One part of one message, and what is sent in its place. */
export interface Change {
  /** Of the message. */
  readonly index: number;
  /** From the message to what is replaced. */
  readonly path: JsonPath;
  readonly value: JsonValue;
  readonly reason: ChangeReason;
  readonly toolName?: string;
  readonly callId?: string;
  /** Of what is replaced and of what stands there now, as JSON. */
  readonly fromBytes: number;
  readonly toBytes: number;
  /** Handles that keep what is not sent any more. */
  readonly handles: readonly string[];
}

/** Returns the messages as they are sent; those without a change are the same objects. */
export function applyChanges(messages: readonly JsonObject[], changes: readonly Change[]): readonly JsonObject[] {
  if (changes.length === 0) return messages;
  const changed = [...messages];
  for (const { index, path, value } of changes) {
    const message = changed[index];
    if (message !== undefined) changed[index] = replaceAt(message, path, value);
  }
  return changed;
}
