import { createHash } from 'node:crypto';
import { escapeChar } from '../bytes/escape-char.ts';
import { type NextCall, parseCall } from '../content.ts';
import { encodeBase32 } from '../handle/crockford.ts';

/** The version of the grammar that `formatFrame` writes. */
const frameVersion = 1;

/** What a reader answers, before it is written as text. */
export interface Frame {
  /** What was read, such as a handle. */
  readonly title: string;
  /** What is known of it, most important first; each without a line break and without ` · `. */
  readonly facts: readonly string[];
  readonly body: string;
  /** The literal call that fetches what follows, in one line; absent at the end of the result. */
  readonly call?: string;
}

/** A frame, taken apart. */
export interface ParsedFrame extends Frame {
  readonly version: 1;
  readonly mark: string;
  /** `call` as data, where it is a tool's name and a JSON object. */
  readonly next?: NextCall;
}

const separator = ' · ';
const moreFollows = 'more follows';
const endOfResult = 'end of result';
const markLength = 6;

/**
 * Writes what a reader answers, fenced by a mark that does not occur in it.
 *
 * Contract: version 1 of the grammar: a header `[PAGE mark] title · facts … · more follows`, a newline, the body as it
 * is, a newline, a footer `[END OF PAGE mark] next: call`; at the end of the result `end of result` and
 * `[END OF RESULT mark]`. So the body is what lies between the first and the last newline. The same frame has the same
 * mark.
 * @throws TypeError when the title, a fact or the call is not one line.
 */
export function formatFrame(frame: Frame): string {
  const mark = deriveMark(frame.body);
  const state = frame.call === undefined ? endOfResult : moreFollows;
  const header = `[PAGE ${mark}] ${[frame.title, ...frame.facts, state].join(separator)}`;
  const footer = frame.call === undefined ? `[END OF RESULT ${mark}]` : `[END OF PAGE ${mark}] next: ${frame.call}`;
  if (header.includes('\n') || footer.includes('\n')) throw new TypeError('a header or footer must be one line');
  return `${header}\n${frame.body}\n${footer}`;
}

/** The lines that every frame begins and ends with, wherever in a text they stand. */
export const frameMarks: RegExp =
  /^(?:\[PAGE [0-9a-z]{6}\] .* · (?:more follows|end of result)|\[END OF (?:PAGE [0-9a-z]{6}\] next: .+|RESULT [0-9a-z]{6}\]))\r?$/mu;

const headerForm = /^\[PAGE (?<mark>[0-9a-z]{6})\] (?<fields>.*)$/u;

/**
 * Takes a frame apart.
 *
 * Contract: undefined for anything that `formatFrame` did not write. Whatever the body holds, the result is what was
 * written.
 */
export function parseFrame(text: string): ParsedFrame | undefined {
  const first = text.indexOf('\n');
  const last = text.lastIndexOf('\n');
  if (last <= first) return undefined;
  const header = headerForm.exec(text.slice(0, first))?.groups;
  const footer = parseFooter(text.slice(last + 1));
  const body = text.slice(first + 1, last);
  if (header === undefined || footer === undefined || header.mark !== footer.mark) return undefined;
  const [title = '', ...facts] = (header.fields ?? '').split(separator);
  const state = facts.pop();
  if (state !== (footer.call === undefined ? endOfResult : moreFollows)) return undefined;
  if (body.includes(footer.mark)) return undefined;
  const next = footer.call === undefined ? undefined : parseCall(footer.call);
  return {
    version: frameVersion,
    mark: footer.mark,
    title,
    facts,
    body,
    ...(footer.call !== undefined && { call: footer.call }),
    ...(next !== undefined && { next }),
  };
}

/** Makes any text fit for a title: as it is where it is one plain line, else quoted. */
export function toTitle(text: string, maxLength = 120): string {
  const isPlain = /^[^\p{C}\p{Z}·"]+(?: [^\p{C}\p{Z}·"]+)*$/u.test(text) && text.length <= maxLength;
  return isPlain ? text : quoteText(text, maxLength);
}

/** Quotes a text as one line of printable characters without the separator. Contract: cut after `maxLength` units. */
export function quoteText(text: string, maxLength: number): string {
  const kept = text.length <= maxLength ? text : `${text.slice(0, maxLength).toWellFormed()}…`;
  return JSON.stringify(kept).replace(/[\p{C}\p{Z}·]/gu, (char) => (char === ' ' ? char : escapeChar(char)));
}

/** A body of 1 MiB holds at most one in 1,024 of all marks, and none that is a hash of itself but by chance. */
function deriveMark(body: string): string {
  for (let attempt = 0; ; attempt++) {
    const mark = encodeBase32(createHash('sha256').update(`${attempt}\0${body}`).digest()).slice(0, markLength);
    if (!body.includes(mark)) return mark;
  }
}

function parseFooter(line: string): { mark: string; call?: string } | undefined {
  const end = /^\[END OF RESULT ([0-9a-z]{6})\]$/.exec(line);
  if (end !== null) return { mark: end[1] as string };
  const more = /^\[END OF PAGE ([0-9a-z]{6})\] next: (.+)$/u.exec(line);
  return more === null ? undefined : { mark: more[1] as string, call: more[2] as string };
}
