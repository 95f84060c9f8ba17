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
/** What a change costs beside its value. */
const changeBytes = 512;

/**
 * Creates an empty memory of changes, for callers who hold the transcript themselves and pass all of it each time.
 *
 * Contract: a part is known by its kind, its call and its content; of two changes of the same part the first one stays.
 * Knows at most 64 MiB of replacements, forgetting what was not asked for the longest.
 */
export function createKnownChanges(maxBytes: number = maxKnownBytes): KnownChanges {
  const known = new Map<string, Change>();
  let bytes = 0;
  const keep = (key: string, change: Change): void => {
    if (!known.delete(key)) bytes += change.toBytes + changeBytes;
    known.set(key, change);
    for (const [oldest, { toBytes }] of known) {
      if (bytes <= maxBytes) break;
      known.delete(oldest);
      bytes -= toBytes + changeBytes;
    }
  };
  return {
    add(messages, changes) {
      let current = messages;
      for (const change of changes) {
        const value = valueAt(current[change.index], change.path);
        if (value !== undefined) {
          const key = keyOf(value, kindOf(change), change.callId);
          keep(key, known.get(key) ?? change);
        }
        current = applyChanges(current, [change]);
      }
    },
    find(messages, format) {
      if (known.size === 0) return [];
      return messages.flatMap((message, index) =>
        format.partsOf(message).flatMap((part) => {
          const value = valueAt(message, part.path);
          if (value === undefined) return [];
          const key = keyOf(value, part.kind, 'callId' in part ? part.callId : undefined);
          const change = known.get(key);
          if (change === undefined) return [];
          keep(key, change);
          return [{ ...change, index, path: part.path }];
        }),
      );
    },
  };
}

/** The same words may be a tool's in one place and a person's in another. */
function kindOf({ reason, toolName }: Change): WirePart['kind'] {
  if (reason === 'shrunk-media') return 'media';
  if (reason === 'large-argument' || reason === 'shrunk-argument') return 'call';
  return toolName === undefined ? 'text' : 'result';
}

function keyOf(value: JsonValue, kind: WirePart['kind'], callId: string | undefined): string {
  const text = typeof value === 'string' ? value : toJsonText(value);
  return createHash('sha256')
    .update(`${kind}\0${callId ?? ''}\0${typeof value}\0`)
    .update(text)
    .digest('base64');
}
