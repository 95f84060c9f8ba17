import { createHash } from 'node:crypto';
import { applyChanges, type Change } from '../view/change.ts';
import { type JsonObject, type JsonValue, toJsonText, valueAt } from '../wire/json.ts';
import type { WireFormat, WirePart } from '../wire/wire-format.ts';

/** Remembers in which form parts were sent, so that the same part has the same bytes in every later request. */
export interface KnownChanges {
  /** Takes changes of these messages, each made after the ones before it. */
  add(messages: readonly JsonObject[], changes: readonly Change[]): void | Promise<void>;
  /** Returns what is known for the parts of these messages. */
  find(messages: readonly JsonObject[], format: WireFormat): readonly Change[];
}

const maxKnownBytes = 64 * 1024 * 1024;
/** Parts of fewer characters are never changed for their size. */
const minLength = 512;

/**
 * Creates an empty memory of changes, for callers who hold the transcript themselves and pass all of it each time.
 *
 * Contract: a part is known by its call and its content; knows at most 64 MiB of replacements, forgetting what was
 * not asked for the longest.
 */
export function createKnownChanges(): KnownChanges {
  const known = new Map<string, Change>();
  let bytes = 0;
  const remember = (key: string, change: Change): void => {
    const before = known.get(key);
    if (before !== undefined) bytes -= before.toBytes;
    known.delete(key);
    known.set(key, change);
    bytes += change.toBytes;
    for (const [oldest, { toBytes }] of known) {
      if (bytes <= maxKnownBytes) break;
      known.delete(oldest);
      bytes -= toBytes;
    }
  };
  const lookUp = (value: JsonValue, part: WirePart): Change | undefined => {
    if (!mayBeKnown(value)) return undefined;
    const key = keyOf(value, part.kind === 'call' || part.kind === 'result' ? part.callId : undefined);
    const change = known.get(key);
    if (change !== undefined) remember(key, change);
    return change;
  };
  return {
    add(messages, changes) {
      let current = messages;
      for (const change of changes) {
        const value = valueAt(current[change.index], change.path);
        if (value !== undefined) remember(keyOf(value, change.callId), change);
        current = applyChanges(current, [change]);
      }
    },
    find(messages, format) {
      if (known.size === 0) return [];
      return messages.flatMap((message, index) =>
        format.partsOf(message).flatMap((part) => {
          const value = valueAt(message, part.path);
          const change = value === undefined ? undefined : lookUp(value, part);
          return change === undefined ? [] : [{ ...change, index, path: part.path }];
        }),
      );
    },
  };
}

function mayBeKnown(value: JsonValue): boolean {
  if (typeof value === 'string') return value.length >= minLength;
  return typeof value === 'object' && value !== null;
}

function keyOf(value: JsonValue, callId: string | undefined): string {
  const text = typeof value === 'string' ? value : toJsonText(value);
  return createHash('sha256')
    .update(`${callId ?? ''}\0${typeof value}\0`)
    .update(text)
    .digest('base64');
}
