/** A run of bytes: 0-based, end exclusive. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** One member of an object, as it lies in the bytes. `key` is decoded; a key over 1,024 bytes stays empty. */
export interface Member {
  readonly key: string;
  /** The key with its quotes. */
  readonly keyRange: Range;
  readonly value: Range;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * Where long strings end, by where they begin, so that a frame of one such string is searched once and not at each
 * level.
 */
const longStrings = new WeakMap<Buffer, Map<number, number>>();
const LONG_STRING_BYTES = 1_048_576;

/** Bytes of a string that are looked at one by one before the native search takes over. */
const PROBE_BYTES = 48;
const MAX_KEY_BYTES = 1_024;

/** Returns the first position at or after `start` that is not JSON white space. */
export function skipSpace(bytes: Buffer, start: number): number {
  let at = start;
  while (at < bytes.length) {
    const byte = bytes[at]!;
    if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) break;
    at++;
  }
  return at;
}

/**
 * Returns the position after a string's closing quote, or -1 where the bytes end first.
 *
 * Contract: `start` lies after the opening quote. Short strings cost a byte loop, long runs without a quote the native
 * search, so that neither many small strings nor one of 100 MB is slow.
 */
function skipString(bytes: Buffer, start: number): number {
  let at = start;
  const stop = Math.min(at + PROBE_BYTES, bytes.length);
  while (at < stop) {
    const byte = bytes[at]!;
    if (byte === QUOTE) return at + 1;
    at += byte === BACKSLASH ? 2 : 1;
  }
  const known = longStrings.get(bytes)?.get(start);
  if (known !== undefined) return known;
  const end = findStringEnd(bytes, at);
  if (end - start >= LONG_STRING_BYTES) {
    const ends = longStrings.get(bytes) ?? new Map<number, number>();
    longStrings.set(bytes, ends.set(start, end));
  }
  return end;
}

/** Returns the position after a string's closing quote, from a place in it that no back-slash escapes, or -1. */
export function findStringEnd(bytes: Buffer, start: number): number {
  let at = start;
  for (;;) {
    const stop = Math.min(at + PROBE_BYTES, bytes.length);
    while (at < stop) {
      const byte = bytes[at]!;
      if (byte === QUOTE) return at + 1;
      at += byte === BACKSLASH ? 2 : 1;
    }
    if (at >= bytes.length) return -1;
    const quote = bytes.indexOf(QUOTE, at);
    if (quote === -1) return -1;
    let slash = quote;
    while (slash > at && bytes[slash - 1] === BACKSLASH) slash--;
    if ((quote - slash) % 2 === 0) return quote + 1;
    at = quote + 1;
  }
}

function skipContainer(bytes: Buffer, start: number): number {
  let depth = 0;
  let at = start;
  while (at < bytes.length) {
    const byte = bytes[at++]!;
    if (byte === QUOTE) {
      at = skipString(bytes, at);
      if (at === -1) return -1;
    } else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
      depth++;
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
      depth--;
      if (depth === 0) return at;
    }
  }
  return -1;
}

function skipScalar(bytes: Buffer, start: number): number {
  let at = start;
  while (at < bytes.length) {
    const byte = bytes[at]!;
    if (byte === COMMA || byte === CLOSE_OBJECT || byte === CLOSE_ARRAY || byte <= 0x20 || byte === COLON) break;
    at++;
  }
  return at === start ? -1 : at;
}

/**
 * Returns the position after the value that begins at `start`, or -1 where there is no whole value.
 *
 * Contract: looks at structure only: strings, depth and separators. Costs about a nanosecond a byte and no memory,
 * whatever the nesting.
 */
export function skipValue(bytes: Buffer, start: number): number {
  const byte = bytes[start];
  if (byte === undefined) return -1;
  if (byte === QUOTE) return skipString(bytes, start + 1);
  if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) return skipContainer(bytes, start);
  return skipScalar(bytes, start);
}

function decodeKey(bytes: Buffer, start: number, end: number): string {
  if (end - start > MAX_KEY_BYTES) return '';
  let at = start + 1;
  while (at < end && bytes[at] !== BACKSLASH) at++;
  if (at === end) return bytes.toString('utf8', start + 1, end - 1);
  try {
    return JSON.parse(bytes.toString('utf8', start, end)) as string;
  } catch {
    return '';
  }
}

function scanMember(bytes: Buffer, start: number): Member | undefined {
  if (bytes[start] !== QUOTE) return undefined;
  const keyEnd = skipString(bytes, start + 1);
  if (keyEnd === -1) return undefined;
  const colon = skipSpace(bytes, keyEnd);
  if (bytes[colon] !== COLON) return undefined;
  const valueStart = skipSpace(bytes, colon + 1);
  const valueEnd = skipValue(bytes, valueStart);
  if (valueEnd === -1) return undefined;
  const keyRange = { start, end: keyEnd };
  return { key: decodeKey(bytes, start, keyEnd), keyRange, value: { start: valueStart, end: valueEnd } };
}

function scanList<T>(
  bytes: Buffer,
  start: number,
  open: number,
  close: number,
  scanItem: (at: number) => { item: T; end: number } | undefined,
): { items: T[]; end: number } | undefined {
  if (bytes[start] !== open) return undefined;
  const items: T[] = [];
  let at = skipSpace(bytes, start + 1);
  if (bytes[at] === close) return { items, end: at + 1 };
  for (;;) {
    const found = scanItem(at);
    if (found === undefined) return undefined;
    items.push(found.item);
    at = skipSpace(bytes, found.end);
    const byte = bytes[at];
    if (byte === close) return { items, end: at + 1 };
    if (byte !== COMMA) return undefined;
    at = skipSpace(bytes, at + 1);
  }
}

/** Finds the members of the object that begins at `start`; `undefined` where no whole object begins there. */
export function scanObject(bytes: Buffer, start: number): { members: Member[]; end: number } | undefined {
  const found = scanList(bytes, start, OPEN_OBJECT, CLOSE_OBJECT, (at) => {
    const item = scanMember(bytes, at);
    return item === undefined ? undefined : { item, end: item.value.end };
  });
  return found === undefined ? undefined : { members: found.items, end: found.end };
}

/** Finds the items of the array that begins at `start`; `undefined` where no whole array begins there. */
export function scanArray(bytes: Buffer, start: number): { items: Range[]; end: number } | undefined {
  return scanList(bytes, start, OPEN_ARRAY, CLOSE_ARRAY, (at) => {
    const end = skipValue(bytes, at);
    return end === -1 ? undefined : { item: { start: at, end }, end };
  });
}

/** Returns the value of the last member named `key`, as JSON parsers take it. */
export function findMember(members: readonly Member[], key: string): Range | undefined {
  for (let index = members.length - 1; index >= 0; index--) {
    if (members[index]!.key === key) return members[index]!.value;
  }
  return undefined;
}
