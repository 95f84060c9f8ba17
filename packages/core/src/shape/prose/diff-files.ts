import { utf8ToString } from '../../bytes/decode.ts';
import { stripEscapes } from '../../bytes/escapes.ts';
import type { LineBlock } from '../parts/line-blocks.ts';
import type { HeadingFinder, Headings } from './headings.ts';
import { keepLine } from './keep-line.ts';

/** The files of a diff, as headings of it. */
export interface DiffFiles extends Headings {
  /** Files that differ in name; at least so many where `isExact` is false. */
  readonly fileCount: number;
  readonly isExact: boolean;
}

/** Finds the files of a diff in a stream. */
export interface DiffFinder extends HeadingFinder {
  end(): DiffFiles;
}

const maxKept = 400;
const maxNames = 10_000;
/** A text in which no file has begun by then is no diff. */
const maxLinesBefore = 400;
const headerBytes = 1_024;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const escapeByte = 0x1b;
const space = 0x20;
const plus = 0x2b;
const minus = 0x2d;
const at = 0x40;
const backslash = 0x5c;
const letterD = 0x64;
const header = /^(?:diff --(?:git|cc|combined) |--- |\+\+\+ |@@ -)/;
const hunk = /^@@ -\d+(?:,(?<before>\d+))? \+\d+(?:,(?<after>\d+))? @@/;

/**
 * Creates a finder of the files in unified diffs, of `git` or others.
 *
 * Contract: exact up to 10,000 names, keeps the first 400 places; lines inside hunks are no headers, whatever they say.
 */
export function createDiffFinder(): DiffFinder {
  return new DiffReader();
}

class DiffReader implements DiffFinder {
  readonly #lines: DiffFiles['lines'][number][] = [];
  readonly #names = new Set<string>();
  #count = 0;
  #isExact = true;
  /** Lines that the open hunk still has of each side. */
  #before = 0;
  #after = 0;
  /** A `diff --git` line has named the file that the next `---` and `+++` name again. */
  #isNamed = false;
  #minusLine = 0;

  write({ bytes, line: firstLine, startsMidLine }: LineBlock): void {
    if (this.#count === 0 && firstLine > maxLinesBefore) return;
    let line = firstLine;
    let at = 0;
    if (startsMidLine) {
      at = bytes.indexOf(lineFeed) + 1;
      if (at === 0) return;
      line++;
    }
    for (; at < bytes.length && (this.#count > 0 || line <= maxLinesBefore); line++) {
      const feed = bytes.indexOf(lineFeed, at);
      const end = feed < 0 ? bytes.length : feed;
      const start = afterColours(bytes, at);
      if (!this.#passHunkLine(bytes[start]) && isHeaderByte(bytes[start])) {
        const text = utf8ToString(bytes.subarray(start, Math.min(end, start + headerBytes)));
        if (header.test(text)) this.#readHeader(line, stripEscapes(text).replaceAll('\r', ''));
      }
      at = end + 1;
    }
  }

  end(): DiffFiles {
    return { count: this.#count, lines: this.#lines, fileCount: this.#names.size, isExact: this.#isExact };
  }

  #readHeader(line: number, text: string): void {
    if (text.startsWith('diff ')) {
      this.#addFile(line, nameIn(text));
      this.#isNamed = true;
    } else if (text.startsWith('--- ')) this.#minusLine = line;
    else if (text.startsWith('+++ ')) {
      if (!this.#isNamed && this.#minusLine === line - 1) this.#addFile(line, plainName(text.slice(4)));
    } else {
      const found = hunk.exec(text)?.groups;
      if (found === undefined) return;
      this.#before = Number(found.before ?? 1);
      this.#after = Number(found.after ?? 1);
      this.#isNamed = false;
    }
  }

  #addFile(line: number, name: string): void {
    this.#count++;
    if (this.#names.size < maxNames) this.#names.add(name);
    else if (!this.#names.has(name)) this.#isExact = false;
    if (this.#lines.length < maxKept) this.#lines.push({ ...keepLine(line, new TextEncoder().encode(name)), level: 1 });
  }

  /** Returns whether the line that begins with this byte belongs to the open hunk. */
  #passHunkLine(byte: number | undefined): boolean {
    if (byte === backslash) return true;
    if (this.#before <= 0 && this.#after <= 0) return false;
    const isContext = byte === space || byte === lineFeed || byte === carriageReturn || byte === undefined;
    if (isContext || byte === minus) this.#before--;
    if (isContext || byte === plus) this.#after--;
    if (isContext || byte === minus || byte === plus) return true;
    this.#before = 0;
    this.#after = 0;
    return false;
  }
}

function isHeaderByte(byte: number | undefined): boolean {
  return byte === letterD || byte === minus || byte === plus || byte === at;
}

/** Skips the colours that a line begins with. */
function afterColours(bytes: Uint8Array, from: number): number {
  let at = from;
  while (bytes[at] === escapeByte && bytes[at + 1] === 0x5b) {
    at += 2;
    while (at < bytes.length && bytes[at] !== lineFeed && (bytes[at] as number) < 0x40) at++;
    if (bytes[at] !== lineFeed) at++;
  }
  return at;
}

function nameIn(text: string): string {
  const names = text.replace(/^diff --\w+ /, '');
  return /^"?a\/(?<name>.*?)"? "?b\/\k<name>"?$/.exec(names)?.groups?.name ?? names;
}

function plainName(text: string): string {
  return (text.split('\t')[0] ?? text).replace(/^[ab]\//, '').trimEnd();
}
