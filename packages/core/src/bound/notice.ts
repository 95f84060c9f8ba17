import { formatCount } from '../bytes/count-words.ts';
import { isPreviewRow } from '../bytes/gutter.ts';
import { maxNextCalls, type NextCall, parseCall } from '../content.ts';

/** The facts of a notice. `formatNotice` writes them, `parseNotice` reads them back. */
export interface NoticeFacts {
  /** Bytes of the preview as shown, or of the content where it is shown as it is. */
  readonly shownBytes: number;
  readonly producedBytes: number;
  /** A few words on the content, such as `log, 20,000 lines`. */
  readonly headline: string;
  /** Absent when nothing was kept. */
  readonly handle?: string;
  /** Bytes that the handle keeps, where they are fewer than were produced. */
  readonly keptBytes?: number;
  /** Why the rest is out of reach: it was not kept, or nothing in this session reads it. */
  readonly notKept?: string;
  readonly isError?: boolean;
  /** Characters shown as their picture because no model accepts them. */
  readonly replacedCharacters?: number;
  /** Bytes of private keys that are masked in the preview and in what is kept. */
  readonly withheldBytes?: number;
}

/** A notice, taken apart. */
export interface ParsedNotice extends NoticeFacts {
  readonly version: 1;
  readonly recoverable: boolean;
  readonly preview: string;
  /** Literal calls; on a shell, command lines. */
  readonly calls: readonly (NextCall | string)[];
}

const openMark = '[PARTIAL] ';
const headerBytes = 200;
const closeMark = '[END PARTIAL]';
const errorWords = 'the tool failed, this is its own text';
const absence = 'not shown is not absent';
const deadEndMark = '[recoverable: false] ';

/**
 * Writes a notice, version 1: what stands in the place of a result that did not fit.
 *
 * Contract: lines of `preview` must start with a gutter (see `Shape.preview`). The grammar, one line each:
 * `[PARTIAL] ` facts joined by ` · `; the preview; `[recoverable: false] ` and a sentence where nothing was kept; at
 * most three calls, best first; `[END PARTIAL]`. The first line is at most 200 bytes for every headline.
 */
export function formatNotice(facts: NoticeFacts, preview: string, calls: readonly string[]): string {
  const lines = [formatHeader(facts)];
  if (preview !== '') lines.push(preview);
  if (facts.notKept !== undefined) lines.push(`${deadEndMark}${deadEnd(facts.notKept)}`);
  lines.push(...calls.slice(0, maxNextCalls), closeMark);
  return lines.join('\n');
}

function formatHeader(facts: NoticeFacts): string {
  const before = [`${formatCount(facts.shownBytes)} of ${formatCount(facts.producedBytes)} B shown`];
  if (facts.isError) before.unshift(errorWords);
  const after = [keptWords(facts), absence];
  if (facts.replacedCharacters)
    after.unshift(
      `${formatCount(facts.replacedCharacters)} ${facts.replacedCharacters === 1 ? 'character' : 'characters'} pictured`,
    );
  if (facts.withheldBytes) after.unshift(`${formatCount(facts.withheldBytes)} B of keys withheld`);
  const write = (headline: string): string => openMark + [...before, headline, ...after].join(' · ');
  return write(plain(facts.headline, headerBytes - Buffer.byteLength(write(''))));
}

function keptWords(facts: NoticeFacts): string {
  if (facts.handle === undefined) return 'the rest is not kept';
  return facts.keptBytes === undefined
    ? `${facts.handle} keeps all`
    : `${facts.handle} keeps ${formatCount(facts.keptBytes)} B`;
}

function deadEnd(reason: string): string {
  return `Nothing can read the rest (${plain(reason, 120)}): report this to the user and stop.`;
}

/** A headline may hold words of the content; in the header it must not look like another field. */
function plain(text: string, maxBytes: number): string {
  let flat = text
    .replace(/[^ -~–×]+/gu, ' ')
    .replaceAll('·', ' ')
    .trim();
  if (Buffer.byteLength(flat) <= maxBytes) return flat;
  while (Buffer.byteLength(flat) > maxBytes - 3) flat = flat.slice(0, -1);
  return `${flat}…`;
}

/** The lines that every notice begins and ends with, wherever in a text they stand. */
export const noticeMarks: RegExp = new RegExp(`^(?:\\[PARTIAL\\] .* · ${absence}|\\[END PARTIAL\\])\\r?$`, 'mu');

const headerPattern = new RegExp(
  `^\\[PARTIAL\\] (?:(?<failed>${errorWords}) · )?(?<shown>[\\d,]+) of (?<produced>[\\d,]+) B shown · (?<headline>[^·]*)` +
    `(?: · (?<withheld>[\\d,]+) B of keys withheld)?(?: · (?<replaced>[\\d,]+) characters? pictured)?` +
    ` · (?:the rest is not kept|(?<handle>r_[0-9a-z]+) keeps (?:all|(?<kept>[\\d,]+) B)) · ${absence}$`,
  'u',
);

/**
 * Takes a notice apart.
 *
 * Contract: returns `undefined` for anything that `formatNotice` did not write. Whatever the content of the preview,
 * the result is what was generated: the header is the first line, the calls are the last lines before the end, and no
 * preview line can pass for one.
 */
export function parseNotice(text: string): ParsedNotice | undefined {
  const lines = text.split('\n');
  const header = headerPattern.exec(lines[0] ?? '')?.groups;
  if (header === undefined || lines.length < 2 || lines.at(-1) !== closeMark) return undefined;
  const calls: (NextCall | string)[] = [];
  let end = lines.length - 1;
  while (end > 1 && calls.length < maxNextCalls) {
    const call = readCall(lines[end - 1] ?? '');
    if (call === undefined) break;
    calls.unshift(call);
    end -= 1;
  }
  const lastLine = end > 1 && calls.length === 0 ? lines[end - 1] : undefined;
  const deadEndLine = lastLine?.startsWith(deadEndMark) ? lastLine : undefined;
  if (deadEndLine !== undefined) end -= 1;
  const number = (digits: string): number => Number(digits.replaceAll(',', ''));
  return {
    version: 1,
    shownBytes: number(header.shown ?? ''),
    producedBytes: number(header.produced ?? ''),
    headline: header.headline ?? '',
    recoverable: deadEndLine === undefined,
    preview: lines.slice(1, end).join('\n'),
    calls,
    ...(header.handle !== undefined && { handle: header.handle }),
    ...(header.kept !== undefined && { keptBytes: number(header.kept) }),
    ...(header.failed !== undefined && { isError: true }),
    ...(header.withheld !== undefined && { withheldBytes: number(header.withheld) }),
    ...(header.replaced !== undefined && { replacedCharacters: number(header.replaced) }),
    ...(deadEndLine !== undefined && { notKept: /\((.*)\)/u.exec(deadEndLine)?.[1] ?? '' }),
  };
}

/** On a shell a call is a command line. */
function readCall(line: string): NextCall | string | undefined {
  if (line === '' || isPreviewRow(line) || line.startsWith(deadEndMark)) return undefined;
  return parseCall(line) ?? line;
}
