import { isUtf8 } from 'node:buffer';
import { utf8Unit } from '@spillway/core';
import { isNameToken } from './name-token.ts';

/** What stands between two slashes of a path. */
export interface PathPart {
  readonly bytes: Buffer;
  /** It was written in quotes, so it means exactly these bytes and is no token. */
  readonly isQuoted: boolean;
}

/** A path as it was given, taken apart. */
export interface PathText {
  readonly isAbsolute: boolean;
  readonly parts: readonly PathPart[];
}

const slash = 0x2f;
const lettersOf: Readonly<Record<number, string>> = {
  7: 'a',
  8: 'b',
  9: 't',
  10: 'n',
  11: 'v',
  12: 'f',
  13: 'r',
  34: '"',
  92: '\\',
};
const bytesOf: Readonly<Record<string, number>> = {
  ...Object.fromEntries(Object.entries(lettersOf).map(([byte, letter]) => [letter, Number(byte)])),
  '/': slash,
};
/** Written as it is: printable, without what ends a word, a quotation, or a field of a header. */
const plainPart = /^[^\p{C}\p{Z}·"\\]+(?: [^\p{C}\p{Z}·"\\]+)*$/u;
const plainInQuotes = /^[^\p{C}\p{Z}·"\\]$/u;
const quotedPart = /^"([^"\\]*(?:\\[\s\S][^"\\]*)*)"(?=\/|$)/;
const escapeForm = /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|([0-7]{1,3})|([abfnrtv"\\/]))|([^\\])/gu;

/**
 * Writes one name of a path for an answer.
 *
 * Contract: as it is where it is plain text; else in double quotes with the escapes of C, bytes that are no UTF-8 and
 * characters that cannot be seen as `\xNN`. `parsePathText` reads it back to exactly these bytes.
 */
export function formatPathPart(bytes: Uint8Array): string {
  const text = isUtf8(bytes) ? Buffer.from(bytes).toString() : undefined;
  if (text !== undefined && plainPart.test(text) && !isNameToken(text)) return text;
  let quoted = '';
  for (let at = 0; at < bytes.length; ) {
    const length = utf8Unit(bytes, at);
    const unit = bytes.subarray(at, at + Math.abs(length));
    quoted += formatUnit(unit, length > 0);
    at += unit.length;
  }
  return `"${quoted}"`;
}

/**
 * Reads a path as a model or a person wrote it.
 *
 * Contract: parts between slashes; one in double quotes is read with the escapes of C and may hold slashes itself. What
 * begins with a quote and is no quotation is taken as it stands. Never throws.
 */
export function parsePathText(text: string): PathText {
  const parts: PathPart[] = [];
  for (let rest = text; ; ) {
    const quotation = quotedPart.exec(rest);
    const bytes = quotation === null ? undefined : unquote(quotation[1] as string);
    const end = bytes === undefined ? rest.indexOf('/') : (quotation as RegExpExecArray)[0].length;
    if (bytes === undefined) {
      parts.push({ bytes: Buffer.from(end < 0 ? rest : rest.slice(0, end)), isQuoted: false });
    } else {
      for (const piece of splitBytes(bytes)) parts.push({ bytes: piece, isQuoted: true });
    }
    if (end < 0 || end >= rest.length) break;
    rest = rest.slice(end + 1);
  }
  return { isAbsolute: parts.length > 1 && parts[0]?.bytes.length === 0, parts };
}

/** Takes a path apart that the system gave. */
export function splitBytes(path: Uint8Array): Buffer[] {
  const bytes = Buffer.from(path);
  const parts: Buffer[] = [];
  let start = 0;
  for (let at = bytes.indexOf(slash); at >= 0; at = bytes.indexOf(slash, start)) {
    parts.push(bytes.subarray(start, at));
    start = at + 1;
  }
  return [...parts, bytes.subarray(start)];
}

function formatUnit(unit: Uint8Array, isCharacter: boolean): string {
  const letter = unit.length === 1 ? lettersOf[unit[0] as number] : undefined;
  if (letter !== undefined) return `\\${letter}`;
  const text = Buffer.from(unit).toString();
  if (isCharacter && (text === ' ' || plainInQuotes.test(text))) return text;
  return Array.from(unit, (byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('');
}

function unquote(quoted: string): Buffer | undefined {
  const pieces: Buffer[] = [];
  let end = 0;
  for (const match of quoted.matchAll(escapeForm)) {
    if (match.index !== end) return undefined;
    end += match[0].length;
    const [, hex, unicode, octal, letter, plain] = match;
    if (plain !== undefined) pieces.push(Buffer.from(plain));
    else if (unicode !== undefined) pieces.push(Buffer.from(String.fromCharCode(Number.parseInt(unicode, 16))));
    else if (letter !== undefined) pieces.push(Buffer.of(bytesOf[letter] as number));
    else pieces.push(Buffer.of(hex === undefined ? Number.parseInt(octal as string, 8) : Number.parseInt(hex, 16)));
  }
  return end === quoted.length ? Buffer.concat(pieces) : undefined;
}
