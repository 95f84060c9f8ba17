import { parseString } from '../json/raw.ts';
import type { Member, Range } from '../json/scan.ts';
import { findMember, scanArray, scanObject, skipSpace } from '../json/scan.ts';
import { type Params, parsedParams, scannedParams } from './params.ts';
import { parseSmallMessage } from './small-message.ts';

/** A JSON-RPC message as it lies in its bytes; only the small parts that steer the relay are decoded. */
export type Message =
  | {
      readonly kind: 'request';
      readonly bytes: Buffer;
      /** Raw JSON. */
      readonly id: string;
      readonly method: string;
      readonly params: Params;
    }
  | {
      readonly kind: 'notification';
      readonly bytes: Buffer;
      readonly method: string;
      /** The members of `params`; none where it is no object. */
      readonly params: readonly Member[];
    }
  | {
      readonly kind: 'answer';
      readonly bytes: Buffer;
      /** Raw JSON. */
      readonly id: string;
      readonly result?: Range;
      readonly error?: Range;
    }
  | { readonly kind: 'batch'; readonly bytes: Buffer; readonly items: readonly Range[] }
  | { readonly kind: 'noise'; readonly bytes: Buffer };

export type Request = Extract<Message, { kind: 'request' }>;
export type Notification = Extract<Message, { kind: 'notification' }>;
export type Answer = Extract<Message, { kind: 'answer' }>;

const NULL_ID = 'null';

/**
 * Tells what a line is.
 *
 * Contract: an object is a message when it has a `method`, or an `id` together with `result` or `error`; an array of
 * anything is a batch; all else (blank, text, cut JSON, JSON of another kind) is noise. `bytes` is kept as it is.
 */
export function toMessage(bytes: Buffer): Message {
  return toSmallRequest(bytes) ?? scanMessage(bytes);
}

function toSmallRequest(bytes: Buffer): Request | undefined {
  const small = parseSmallMessage(bytes);
  const method = small?.members.method;
  if (small === undefined || typeof method !== 'string') return undefined;
  return { kind: 'request', bytes, id: small.id, method, params: parsedParams(small.members.params) };
}

function scanMessage(bytes: Buffer): Message {
  const start = skipSpace(bytes, 0);
  const noise = { kind: 'noise', bytes } as const;
  if (bytes[start] === 0x5b) {
    const array = scanArray(bytes, start);
    if (array === undefined || skipSpace(bytes, array.end) !== bytes.length || array.items.length === 0) return noise;
    return { kind: 'batch', bytes, items: array.items };
  }
  const object = scanObject(bytes, start);
  if (object === undefined || skipSpace(bytes, object.end) !== bytes.length) return noise;
  return toObjectMessage(bytes, object.members) ?? noise;
}

function toObjectMessage(bytes: Buffer, members: readonly Member[]): Message | undefined {
  const idRange = findMember(members, 'id');
  const id = idRange === undefined ? undefined : bytes.toString('utf8', idRange.start, idRange.end);
  const method = parseString(bytes, findMember(members, 'method'));
  if (method !== undefined) {
    const paramsRange = findMember(members, 'params');
    const params = paramsRange === undefined ? [] : (scanObject(bytes, paramsRange.start)?.members ?? []);
    return id === undefined || id === NULL_ID
      ? { kind: 'notification', bytes, method, params }
      : { kind: 'request', bytes, id, method, params: scannedParams(bytes, params) };
  }
  const result = findMember(members, 'result');
  const error = findMember(members, 'error');
  if (result === undefined && error === undefined) return undefined;
  const answer = { kind: 'answer', bytes, id: id ?? NULL_ID } as const;
  return result === undefined ? { ...answer, error: error as Range } : { ...answer, result };
}

/**
 * Returns a text that is equal for equal ids.
 *
 * Contract: the string `"1"` and the number `1` differ; `1` and `1.0` do not; whole numbers of any length keep every
 * digit.
 */
export function toIdKey(raw: string): string {
  if (/^-?\d+$/.test(raw)) return raw;
  try {
    return JSON.stringify(JSON.parse(raw));
  } catch {
    return raw;
  }
}
