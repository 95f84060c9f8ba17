import type { ErrorEnvelope } from '../envelope.ts';
import type { ErrorFacts } from './error-facts.ts';
import {
  codeKeys,
  containerKeys,
  messageKeys,
  numberKeys,
  statusKeys,
  stopKeys,
  textContainers,
  toKey,
} from './error-keys.ts';
import { isSpoken } from './is-spoken.ts';
import { plainText } from './plain-text.ts';
import { headersDelay, textDelay } from './retry-after.ts';
import { splitText } from './split-text.ts';

const maxDepth = 16;
const maxNodes = 4_000;
const maxMessages = 24;
const maxCharacters = 65_536;

interface Found {
  readonly messages: Set<string>;
  readonly codes: Set<string>;
  readonly statuses: number[];
  readonly stops: Set<string>;
  readonly seen: Set<unknown>;
  param?: string;
  limit?: number;
  requested?: number;
  isError: boolean;
  /** The envelope came with success, and nothing was thrown. */
  readonly isAnswer: boolean;
  retryAfterMs?: number;
  nodes: number;
  characters: number;
}

/**
 * Gathers the error text, codes, statuses and numbers of an envelope.
 *
 * Contract: walks only fields that hold errors, so what a body echoes of the request is never read. Texts that hold
 * bodies are taken apart, however deep. Never throws; looks at no more than `maxNodes` values.
 */
export function collectFacts(envelope: ErrorEnvelope): ErrorFacts {
  const found: Found = {
    messages: new Set(),
    codes: new Set(),
    statuses: [],
    stops: new Set(),
    seen: new Set(),
    isError: false,
    isAnswer: envelope.error == null && typeof envelope.status === 'number' && envelope.status < 300,
    nodes: 0,
    characters: 0,
  };
  noteStatus(found, envelope.status);
  for (const code of [envelope.code, envelope.type]) noteCode(found, code);
  noteDelay(found, headersDelay(envelope.headers));
  if (envelope.error !== undefined && envelope.error !== null) found.isError = true;
  for (const source of [envelope.error, envelope.body, envelope.event]) visit(found, source, 0);
  const { messages, codes, statuses, stops, param, limit, requested, retryAfterMs } = found;
  return {
    messages: [...messages],
    codes,
    statuses,
    stops,
    provider: toName(envelope.provider),
    api: toName(envelope.api),
    isError: found.isError || (statuses[0] ?? 0) >= 400 || envelope.status == null,
    ...(param !== undefined && { param }),
    ...(limit !== undefined && { limit }),
    ...(requested !== undefined && { requested }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  };
}

function visit(found: Found, value: unknown, depth: number): void {
  found.nodes += 1;
  if (depth > maxDepth || found.nodes > maxNodes) return;
  if (typeof value === 'string') visitText(found, value, depth);
  else if (Array.isArray(value)) for (const item of value) visit(found, item, depth + 1);
  else if (typeof value === 'object' && value !== null) visitObject(found, value, depth);
}

function visitText(found: Found, text: string, depth: number): void {
  const { prose, values } = splitText(text);
  // A text that is one JSON string may hold a body again.
  if (values.length === 0 && prose !== text && prose.length < text.length) return visitText(found, prose, depth + 1);
  if (found.isAnswer && depth < 2 && values.length > 0 && isSpoken(prose)) return;
  if (/^\s*error:|\berror\b[^{]{0,40}$/i.test(prose.slice(0, 200)) && values.length > 0) found.isError = true;
  noteDelay(found, textDelay(prose));
  noteWrittenStatus(found, prose);
  const message = plainText(prose);
  const isNew = message !== '' && !found.messages.has(message);
  if (isNew && found.messages.size < maxMessages && found.characters + message.length <= maxCharacters) {
    found.messages.add(message);
    found.characters += message.length;
  }
  for (const value of values) visit(found, value, depth + 1);
}

function visitObject(found: Found, value: object, depth: number): void {
  if (found.seen.has(value)) return;
  found.seen.add(value);
  for (const [name, entry] of entriesOf(value)) {
    const key = toKey(name);
    if (entry === null || entry === undefined || entry === '') continue;
    noteEntry(found, key, entry);
    if (/exception$/.test(key)) noteCode(found, name);
    if (tellsOfError(key, entry) || (saysWhy.test(key) && typeof entry === 'string' && !isAnswer(value)))
      found.isError = true;
    if (key === 'headers' || key === 'responseheaders') noteDelay(found, headersDelay(entry));
    else if (messageKeys.has(key) || /exception$/.test(key)) visit(found, entry, depth + 1);
    else if (containerKeys.has(key) && mayHold(key, entry)) visit(found, entry, depth + 1);
  }
}

const saysWhy = /^(?:message|msg|errormessage|errormsg|detail)$/;

/** An answer of a model has parts that no error has. */
function isAnswer(value: object): boolean {
  return ['choices', 'content', 'role', 'candidates', 'output', 'usage', 'delta', 'text'].some((name) => name in value);
}

/** Some servers answer with success and say in the body that it was none. */
function tellsOfError(key: string, entry: unknown): boolean {
  if (key === 'success') return entry === false;
  if (key === 'status') return entry === 'failed' || entry === 'failure' || entry === 'error';
  if (key === 'type') return entry === 'error';
  if (key === 'errorcode' || key === 'errcode') return entry !== 0 && entry !== '0';
  if (key === 'baseresp') return toStatusCode(entry) !== 0;
  return /^errors?$|exception$/.test(key);
}

function toStatusCode(entry: unknown): unknown {
  return typeof entry === 'object' && entry !== null ? Reflect.get(entry, 'status_code') : 0;
}

/** An error keeps its text in fields that are not listed. */
function entriesOf(value: object): [string, unknown][] {
  const listed = Object.entries(value);
  if (!(value instanceof Error)) return listed;
  const hidden = ['name', 'message', 'cause'].filter(
    (name) => !Object.hasOwn(value, name) || !listed.some(([key]) => key === name),
  );
  return [...hidden.map((name): [string, unknown] => [name, Reflect.get(value, name)]), ...listed];
}

/** A container may be JSON in a string; other texts in one are content. */
function mayHold(key: string, entry: unknown): boolean {
  return typeof entry !== 'string' || (textContainers.has(key) && /^\s*[{[]/.test(entry));
}

function noteEntry(found: Found, key: string, entry: unknown): void {
  if (codeKeys.has(key)) noteCode(found, entry);
  if (statusKeys.has(key)) noteStatus(found, entry);
  if (stopKeys.has(key) && typeof entry === 'string') found.stops.add(entry.toLowerCase());
  if (key === 'retrydelay' && typeof entry === 'string') noteDelay(found, textDelay(`retry in ${entry}`));
  if (key === 'param' && typeof entry === 'string') found.param ??= entry.slice(0, 200);
  const number = Object.hasOwn(numberKeys, key) ? numberKeys[key] : undefined;
  if (number !== undefined && Number.isSafeInteger(entry)) found[number] ??= entry as number;
}

function noteCode(found: Found, code: unknown): void {
  if (typeof code !== 'string' && typeof code !== 'number') return;
  const name = String(code).trim().toLowerCase();
  if (name !== '' && name.length <= 100) found.codes.add(name);
}

function noteStatus(found: Found, status: unknown): void {
  const number = typeof status === 'string' && /^[1-5]\d\d$/.test(status) ? Number(status) : status;
  if (typeof number === 'number' && Number.isInteger(number) && number >= 100 && number <= 599)
    found.statuses.push(number);
}

const writtenStatus =
  /^\W{0,3}(?:[a-z ]{0,24}error:? ?)?(4\d\d|5\d\d)\b|\b(?:error code|status code|status|http)\W{0,3}(4\d\d|5\d\d)\b/i;
const usualStatuses: ReadonlySet<number> = new Set([
  400, 401, 402, 403, 404, 408, 409, 413, 422, 424, 429, 500, 502, 503, 504, 529,
]);

/** SDKs and proxies write the status in front of the message. */
function noteWrittenStatus(found: Found, prose: string): void {
  const written = writtenStatus.exec(prose.slice(0, 400));
  const status = Number(written?.[1] ?? written?.[2]);
  if (usualStatuses.has(status)) noteStatus(found, status);
}

function noteDelay(found: Found, delay: number | undefined): void {
  if (delay !== undefined) found.retryAfterMs = Math.max(found.retryAfterMs ?? 0, delay);
}

function toName(name: unknown): string {
  return typeof name === 'string' ? name.toLowerCase() : '';
}
