import { utf8ToString } from '../../bytes/decode.ts';
import { stripEscapes } from '../../bytes/escapes.ts';
import type { LineBlock } from '../parts/line-blocks.ts';
import { ChangedFiles, type DiffFiles } from './changed-files.ts';
import type { HeadingFinder } from './headings.ts';

/** Finds the files of a diff in a stream. */
export interface DiffFinder extends HeadingFinder {
  end(): DiffFiles;
}

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
const letterC = 0x63;
const letterD = 0x64;
const letterR = 0x72;
const header = /^(?:diff --(?:git|cc|combined) |--- |\+\+\+ |@@ -)/;
const rename = /^(?:rename|copy) (?:from|to) /;
const noFile = '/dev/null';
const hunk = /^@@ -\d+(?:,(?<before>\d+))? \+\d+(?:,(?<after>\d+))? @@/;

/**
 * Creates a finder of the files in unified diffs, of `git` or others.
 *
 * Contract: as `ChangedFiles`; a file has its new name, one that is deleted its old one. Lines inside hunks are no headers,
 * whatever they say.
 */
export function createDiffFinder(): DiffFinder {
  return new DiffReader();
}

/** A `diff --git` line with two names, of which what follows tells more. */
interface OpenFile {
  readonly line: number;
  readonly names: string;
  from?: string;
}

class DiffReader implements DiffFinder {
  readonly #files = new ChangedFiles();
  /** Lines that the open hunk still has of each side. */
  #before = 0;
  #after = 0;
  /** A `diff --git` line has named the file that the next `---` and `+++` name again. */
  #isNamed = false;
  #openFile: OpenFile | undefined;
  #minusLine = 0;
  #minusName = '';

  write({ bytes, line: firstLine, startsMidLine }: LineBlock): void {
    if (!this.#hasBegun && firstLine > maxLinesBefore) return;
    let line = firstLine;
    let at = 0;
    if (startsMidLine) {
      at = bytes.indexOf(lineFeed) + 1;
      if (at === 0) return;
      line++;
    }
    for (; at < bytes.length && (this.#hasBegun || line <= maxLinesBefore); line++) {
      const feed = bytes.indexOf(lineFeed, at);
      const end = feed < 0 ? bytes.length : feed;
      const start = afterColours(bytes, at);
      if (!this.#passHunkLine(bytes[start]) && this.#mayBeHeader(bytes[start])) {
        const text = utf8ToString(bytes.subarray(start, Math.min(end, start + headerBytes)));
        if (header.test(text) || rename.test(text)) this.#readHeader(line, stripEscapes(text).replaceAll('\r', ''));
      }
      at = end + 1;
    }
  }

  end(): DiffFiles {
    this.#closeFile();
    return this.#files.end();
  }

  get #hasBegun(): boolean {
    return this.#openFile !== undefined || !this.#files.isEmpty;
  }

  #mayBeHeader(byte: number | undefined): boolean {
    return isHeaderByte(byte) || (this.#openFile !== undefined && (byte === letterR || byte === letterC));
  }

  #readHeader(line: number, text: string): void {
    if (text.startsWith('diff ')) this.#readNames(line, text.replace(/^diff --\w+ /, ''));
    else if (text.startsWith('--- ')) {
      this.#minusLine = line;
      this.#minusName = plainName(text.slice(4));
    } else if (text.startsWith('+++ ')) this.#readPlus(line, plainName(text.slice(4)));
    else if (rename.test(text)) this.#readRename(text);
    else {
      const found = hunk.exec(text)?.groups;
      if (found === undefined) return;
      this.#before = Number(found.before ?? 1);
      this.#after = Number(found.after ?? 1);
      this.#isNamed = false;
    }
  }

  #readNames(line: number, names: string): void {
    this.#closeFile();
    this.#isNamed = true;
    const name = /^"?a\/(?<name>.*?)"? "?b\/\k<name>"?$/.exec(names)?.groups?.name;
    if (name === undefined) this.#openFile = { line, names };
    else this.#files.add(line, name);
  }

  #readRename(text: string): void {
    const file = this.#openFile;
    if (file === undefined) return;
    const name = unquoted(text.replace(rename, ''));
    if (text.startsWith('rename from ')) file.from = name;
    else if (!text.startsWith('copy from ')) this.#closeFile(name);
  }

  #readPlus(line: number, plusName: string): void {
    if (this.#minusLine !== line - 1) return;
    const name = plusName === noFile ? this.#minusName : plusName;
    if (this.#openFile !== undefined) this.#closeFile(name);
    else if (!this.#isNamed) this.#files.add(line, name);
  }

  /** Without a name it is the second of the two in the `diff` line, as of binary files. */
  #closeFile(name?: string): void {
    const file = this.#openFile;
    if (file === undefined) return;
    this.#openFile = undefined;
    this.#files.add(file.line, name ?? secondName(file.names), file.from);
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

function secondName(names: string): string {
  return /^"?a\/.* "?b\/(?<name>.*?)"?$/.exec(names)?.groups?.name ?? names;
}

function plainName(text: string): string {
  return unquoted((text.split('\t')[0] ?? text).trimEnd()).replace(/^[ab]\//, '');
}

function unquoted(name: string): string {
  return /^"(?<name>.*)"$/.exec(name)?.groups?.name ?? name;
}
