import type { FileMatch, FilePlace } from '../engine.ts';
import { EventScanner, type ScannedText, unescapeText } from './event-scanner.ts';

export interface Counts {
  readonly matches: number;
  readonly lines: number;
  readonly files: number;
}

/** A file as ripgrep reports it. */
export interface ReportedFile {
  /** As it was given. */
  readonly path: string;
  readonly matches: FileMatch[];
  matchCount: number;
  matchingLines: number;
}

/** How events are read. */
export interface MatchReaderOptions {
  /** Matches to keep; the rest are counted. */
  readonly maxKept: number;
  /** Matches before this place in this file do not count. */
  readonly from?: FilePlace & { readonly path: string };
  /** The CR at the end of a match is that of its line's end, and no part of it. */
  readonly dropsReturn: boolean;
}

/** Bytes of a text that are kept: any path, and any line that is shown whole. */
const maxTextBytes = 65_536;
/** What is kept of a match to know it again. */
const sampleUnits = 64;

/** Takes matches and counts from ripgrep's JSON events. Contract: memory is for the matches that are kept. */
export class MatchReader {
  readonly #options: MatchReaderOptions;
  readonly #scanner: EventScanner;
  readonly #files: ReportedFile[] = [];
  readonly #before = { matches: 0, lines: 0 };
  #keptCount = 0;
  #hasMore = false;
  #summary: Counts | undefined;
  #event = newEvent();

  constructor(options: MatchReaderOptions) {
    this.#options = options;
    const handler = {
      onText: (owner: string, key: string, text: ScannedText) => this.#takeText(owner, key, text),
      onNumber: (key: string, value: number) => this.#takeNumber(key, value),
      onEnd: () => this.#endEvent(),
    };
    this.#scanner = new EventScanner(handler, maxTextBytes);
  }

  /** Files with a match, in the order in which they were searched. */
  get files(): readonly ReportedFile[] {
    return this.#files.filter(({ matchCount }) => matchCount > 0);
  }

  /** Matches were found past those that are kept. */
  get hasMore(): boolean {
    return this.#hasMore;
  }

  /** The counts of the whole run, once it has ended. */
  get summary(): Counts | undefined {
    return this.#summary;
  }

  /** What lies before the place to begin at: seen, and not counted. */
  get before(): Counts {
    return { ...this.#before, files: this.#files.length - this.files.length };
  }

  write(chunk: Buffer): void {
    this.#scanner.write(chunk);
  }

  end(): void {
    this.#scanner.end();
  }

  #takeText(owner: string, key: string, text: ScannedText): void {
    const event = this.#event;
    if (key === 'type') event.type = text.raw.toString();
    else if (owner === 'lines') event.lineBytes = lineBytesOf(key, text);
    else if (owner === 'match') event.text = text.isWhole ? textOf(key, text) : undefined;
    else if (owner === 'path' && event.type === 'begin') {
      this.#files.push({ path: textOf(key, text), matches: [], matchCount: 0, matchingLines: 0 });
    }
  }

  #takeNumber(key: string, value: number): void {
    const event = this.#event;
    if (key === 'line_number') event.line = value;
    else if (key === 'absolute_offset') event.lineStart = value;
    else if (key === 'start') event.start = value;
    else if (key === 'end') this.#addMatch(value);
    else event.numbers[key] = value;
  }

  #addMatch(endInLine: number): void {
    const { line, lineStart, lineBytes, text, start: startInLine } = this.#event;
    const { from, maxKept, dropsReturn } = this.#options;
    const file = this.#files.at(-1);
    if (file === undefined) return;
    const start = lineStart + startInLine;
    if (start < (from?.offset ?? 0) && file.path === from?.path) {
      this.#before.matches++;
      return;
    }
    file.matchCount++;
    if (!this.#event.hasMatch) file.matchingLines++;
    this.#event.hasMatch = true;
    if (this.#keptCount >= maxKept) {
      this.#hasMore = true;
      return;
    }
    this.#keptCount++;
    const isReturn = dropsReturn && text?.endsWith('\r') === true;
    file.matches.push({
      start,
      end: lineStart + endInLine - (isReturn ? 1 : 0),
      line,
      ...(lineBytes !== undefined && { lineRange: { start: lineStart, end: lineStart + lineBytes } }),
      ...(text !== undefined && text.length <= sampleUnits && !isReturn && { text }),
    });
  }

  #endEvent(): void {
    const { type, hasMatch, numbers } = this.#event;
    const { matches = 0, matched_lines: lines = 0, searches_with_match: files = 0 } = numbers;
    if (type === 'summary') this.#summary = { matches, lines, files };
    if (type === 'match' && !hasMatch) this.#before.lines++;
    this.#event = newEvent();
  }
}

/** What an event has said so far. */
interface OpenEvent {
  type: string;
  lineStart: number;
  line: number;
  lineBytes: number | undefined;
  start: number;
  text: string | undefined;
  hasMatch: boolean;
  numbers: Record<string, number>;
}

function newEvent(): OpenEvent {
  const texts = { type: '', lineBytes: undefined, text: undefined };
  return { ...texts, lineStart: 0, line: 0, start: 0, hasMatch: false, numbers: {} };
}

/** Bytes that are no UTF-8 come as base 64. */
function textOf(key: string, text: ScannedText): string {
  return key === 'bytes' ? Buffer.from(text.raw.toString(), 'base64').toString() : unescapeText(text);
}

/** Bytes of a line without its line feed; undefined where it was too long to be kept. */
function lineBytesOf(key: string, text: ScannedText): number | undefined {
  if (!text.isWhole) return undefined;
  const bytes = key === 'bytes' ? Buffer.from(text.raw.toString(), 'base64') : Buffer.from(unescapeText(text));
  return bytes.length - (bytes.at(-1) === 0x0a ? 1 : 0);
}
