import { mapWrittenEscapes } from '../bytes/escapes.ts';
import type { ByteRange } from '../handle/handle.ts';
import type { Hit } from './needles.ts';
import type { ScanWindow } from './scan-window.ts';

/** Members that hold secrets, by the type of the key. */
const privateMembers: Readonly<Record<string, readonly string[]>> = {
  RSA: ['d', 'p', 'q', 'dp', 'dq', 'qi'],
  EC: ['d'],
  OKP: ['d'],
  AKP: ['priv'],
  oct: ['k'],
};
const otherPrimes = ['r', 'd', 't'];
/** How far from `kty` the rest of its object may lie, in characters. */
const maxCharsBefore = 16_384;
const maxCharsAfter = 65_536;
const maxQuoteChars = 64;
const secret = /^[A-Za-z0-9_+/=-]*$/u;
const minChars = 4;

/** How strings are quoted: a quote after so many backslashes. */
interface Quoting {
  readonly quote: string;
  readonly backslashes: number;
}

/**
 * Finds the private members of the JSON Web Key that a `kty` stands in.
 *
 * Contract: ranges are of characters, counted from `kty`, so negative before it. `kty` has to be a member of an object,
 * with the name of a type that has private members; the object may stand inside quoted JSON, at any depth. `'more'`
 * where the window ends inside the object. An object that goes on for more than 64 KiB, or to the end of the stream, is
 * read as far as it goes.
 */
export function readJwk(window: ScanWindow, { at, units }: Hit, isFinal: boolean): ByteRange[] | 'more' | undefined {
  const quoting = quotingBefore(mapWrittenEscapes(window.text(at - maxQuoteChars * units.stride, at, units)).text);
  if (quoting === undefined) return undefined;
  const sourceBefore = window.text(at - maxCharsBefore * units.stride, at, units);
  const sourceAfter = window.text(at, at + maxCharsAfter * units.stride, units);
  const isWhole = isFinal || sourceAfter.length === maxCharsAfter;
  const plain = mapWrittenEscapes(sourceBefore + sourceAfter);
  const ktyAt = plain.fromSource(sourceBefore.length);
  const [before, after] = [plain.text.slice(0, ktyAt), plain.text.slice(ktyAt)];
  const type = typeOf(after, quoting);
  if (type === undefined) return isWhole || after.length >= 64 ? undefined : 'more';
  const openAt = findOpen(before.slice(0, before.length - quoting.backslashes - 1), quoting);
  if (openAt === undefined) return undefined;
  const text = before.slice(openAt) + after;
  const { values, isClosed } = readMembers(text, quoting, type);
  if (!isClosed && !isWhole) return 'more';
  return values.map(({ start, end }) => ({
    start: plain.toSource(openAt + start) - sourceBefore.length,
    end: plain.toSourceEnd(openAt + start, openAt + end) - sourceBefore.length,
  }));
}

function quotingBefore(text: string): Quoting | undefined {
  const found = /(\\*)(["'])$/u.exec(text);
  return found === null ? undefined : { quote: found[2] as string, backslashes: found[1]?.length ?? 0 };
}

function typeOf(text: string, { quote, backslashes }: Quoting): string | undefined {
  const delimiter = '\\'.repeat(backslashes) + quote;
  const rest = text.startsWith(`kty${delimiter}`) ? text.slice(3 + delimiter.length, 64) : '';
  const value = /^\s*:\s*(.*)/su.exec(rest)?.[1] ?? '';
  const type = value.startsWith(delimiter) ? value.slice(delimiter.length).split(delimiter)[0] : undefined;
  return type !== undefined && type in privateMembers ? type : undefined;
}

/** Counts the backslashes before a place. */
function backslashesBefore(text: string, at: number): number {
  let count = 0;
  while (text[at - 1 - count] === '\\') count++;
  return count;
}

function isDelimiter(text: string, at: number, { quote, backslashes }: Quoting): boolean {
  if (text[at] !== quote) return false;
  const count = backslashesBefore(text, at);
  return backslashes === 0 ? count % 2 === 0 : count === backslashes;
}

/** Goes back from the quote before `kty` to the brace that opens its object. */
function findOpen(text: string, quoting: Quoting): number | undefined {
  let depth = 0;
  let isInString = false;
  for (let at = text.length - 1; at >= 0; at--) {
    const char = text[at] as string;
    if (char === quoting.quote && isDelimiter(text, at, quoting)) isInString = !isInString;
    else if (isInString) continue;
    else if (char === '}' || char === ']') depth++;
    else if (char === '{' || char === '[') {
      if (depth === 0) return char === '{' ? at : undefined;
      depth--;
    }
  }
  return undefined;
}

interface Members {
  readonly values: ByteRange[];
  readonly isClosed: boolean;
}

/** Reads an object from its brace on. Ranges are of characters. */
function readMembers(text: string, quoting: Quoting, type: string): Members {
  const values: ByteRange[] = [];
  let depth = 0;
  let key = '';
  let top = '';
  for (let at = 0; at < text.length; at++) {
    const char = text[at] as string;
    if (char === '{' || char === '[') depth++;
    else if (char === '}' || char === ']') {
      depth--;
      if (depth === 0) return { values, isClosed: true };
    } else if (char === quoting.quote && isDelimiter(text, at, quoting)) {
      const end = endOfString(text, at + 1, quoting);
      const value = text.slice(at + 1, end);
      if (end < text.length && isKey(text, end + quoting.backslashes + 1)) {
        key = value;
        if (depth === 1) top = value;
      } else if (isPrivate(type, depth, top, key) && value.length >= minChars && secret.test(value)) {
        values.push({ start: at + 1, end });
      }
      at = end + quoting.backslashes;
    }
  }
  return { values, isClosed: false };
}

/** Where the backslashes or the quote begin that end a string; the end of the text where it has no end. */
function endOfString(text: string, from: number, quoting: Quoting): number {
  for (let at = text.indexOf(quoting.quote, from); at >= 0; at = text.indexOf(quoting.quote, at + 1)) {
    if (isDelimiter(text, at, quoting)) return at - quoting.backslashes;
  }
  return text.length;
}

function isKey(text: string, from: number): boolean {
  return /^\s{0,16}:/u.test(text.slice(from, from + 17));
}

function isPrivate(type: string, depth: number, top: string, key: string): boolean {
  if (depth === 1) return privateMembers[type]?.includes(key) ?? false;
  return type === 'RSA' && top === 'oth' && otherPrimes.includes(key);
}
