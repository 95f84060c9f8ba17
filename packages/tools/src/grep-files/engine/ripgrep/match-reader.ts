import { minCost } from '../../min-cost.ts';
import type { FileMatch, FilePlace } from '../engine.ts';
import { EventScanner, type ScannedText } from './event-scanner.ts';
import { lineBytesOf, type RipgrepEvent, textOf, toBytes, toText, withoutLineFeed } from './ripgrep-event.ts';

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
  /** Bytes that they may cost at least where they are shown. */
  readonly maxRowBytes: number;
  /** Matches before this place in this file do not count. */
  readonly from?: FilePlace & { readonly path: string };
  /** The CR at the end of a match is that of its line's end, and no part of it. */
  readonly dropsReturn: boolean;
  /** Is told of each file of which a match is kept. */
  readonly onFound?: (path: string) => void;
}

/** Bytes of a text that are kept: any path, and any line that is shown whole. */
const maxTextBytes = 65_536;
const lineFeed = 0x0a;
const noBytes: Buffer = Buffer.alloc(0);
const noNumbers: Record<string, unknown> = {};
/** What is kept of a match to know it again. */
const sampleUnits = 64;

/** Takes matches and counts from ripgrep's JSON events. Contract: memory is for the matches that are kept. */
export class MatchReader {
  readonly #options: MatchReaderOptions;
  readonly #scanner: EventScanner;
  readonly #files: ReportedFile[] = [];
  readonly #before = { matches: 0, lines: 0 };
  #keptCount = 0;
  #rowBytes = 0;
  #hasMore = false;
  #summary: Counts | undefined;
  #event = newEvent();
  /** The beginning of an event. */
  #held: Buffer = noBytes;
  #isLong = false;

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
    const isPassed = this.#before.matches > 0 && this.#files[0]?.matchCount === 0;
    return { ...this.#before, files: isPassed ? 1 : 0 };
  }

  write(chunk: Buffer): void {
    for (let at = 0; at < chunk.length; ) {
      const feed = chunk.indexOf(lineFeed, at);
      const end = feed < 0 ? chunk.length : feed + 1;
      this.#writePart(chunk.subarray(at, end), feed >= 0);
      at = end;
    }
  }

  end(): void {
    this.#scanner.end();
  }

  /** Takes an event, or a part of one. What is too long to be held goes through the scanner piece by piece. */
  #writePart(part: Buffer, isLast: boolean): void {
    if (!this.#isLong) {
      const event = this.#held.length === 0 ? part : Buffer.concat([this.#held, part]);
      this.#held = isLast ? noBytes : event;
      if (isLast) return this.#takeEvent(JSON.parse(event.toString()) as RipgrepEvent);
      if (event.length <= maxTextBytes) return;
      this.#isLong = true;
      this.#held = noBytes;
      this.#scanner.write(event);
      return;
    }
    this.#scanner.write(part);
    if (!isLast) return;
    this.#scanner.end();
    this.#isLong = false;
  }

  #takeEvent({ type, data }: RipgrepEvent): void {
    const event = this.#event;
    event.type = type;
    if (type === 'begin') this.#addFile(toText(data.path));
    if (type === 'match') {
      event.line = data.line_number ?? 0;
      event.lineStart = data.absolute_offset ?? 0;
      event.lineBytes = withoutLineFeed(toBytes(data.lines));
      for (const { match, start, end } of data.submatches ?? []) {
        event.start = start;
        event.text = toText(match);
        this.#addMatch(end);
      }
    }
    if (type === 'summary') event.numbers = { ...data.stats };
    this.#endEvent();
  }

  #addFile(path: string): void {
    this.#files.push({ path, matches: [], matchCount: 0, matchingLines: 0 });
  }

  #takeText(owner: string, key: string, text: ScannedText): void {
    const event = this.#event;
    if (key === 'type') event.type = text.raw.toString();
    else if (owner === 'lines') event.lineBytes = lineBytesOf(key, text);
    else if (owner === 'match') event.text = text.isWhole ? textOf(key, text) : undefined;
    else if (owner === 'path' && event.type === 'begin') this.#addFile(textOf(key, text));
  }

  #takeNumber(key: string, value: number): void {
    const event = this.#event;
    if (key === 'line_number') event.line = value;
    else if (key === 'absolute_offset') event.lineStart = value;
    else if (key === 'start') event.start = value;
    else if (key === 'end') this.#addMatch(value);
    else event.numbers = { ...event.numbers, [key]: value };
  }

  #addMatch(endInLine: number): void {
    const { line, lineStart, lineBytes, text, start: startInLine } = this.#event;
    const { from, maxKept, maxRowBytes, dropsReturn } = this.#options;
    const file = this.#files.at(-1);
    if (file === undefined) return;
    const start = lineStart + startInLine;
    if (start < (from?.offset ?? 0) && file.path === from?.path) {
      this.#before.matches++;
      return;
    }
    file.matchCount++;
    const isFirst = !this.#event.hasMatch;
    if (isFirst) file.matchingLines++;
    this.#event.hasMatch = true;
    if (this.#keptCount >= maxKept || this.#rowBytes > maxRowBytes) {
      this.#hasMore = true;
      return;
    }
    this.#keptCount++;
    const isReturn = dropsReturn && text?.endsWith('\r') === true;
    const match = {
      start,
      end: lineStart + endInLine - (isReturn ? 1 : 0),
      line,
      ...(lineBytes !== undefined && { lineRange: { start: lineStart, end: lineStart + lineBytes } }),
      ...(text !== undefined && text.length <= sampleUnits && !isReturn && { text }),
    };
    this.#rowBytes += minCost(match, isFirst);
    file.matches.push(match);
    if (file.matches.length === 1) this.#options.onFound?.(file.path);
  }

  #endEvent(): void {
    const { type, hasMatch, numbers } = this.#event;
    if (type === 'summary') {
      const { matches, matched_lines: lines, searches_with_match: files } = numbers;
      this.#summary = { matches: Number(matches), lines: Number(lines), files: Number(files) };
    }
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
  numbers: Record<string, unknown>;
}

function newEvent(): OpenEvent {
  return {
    type: '',
    lineStart: 0,
    line: 0,
    lineBytes: undefined,
    start: 0,
    text: undefined,
    hasMatch: false,
    numbers: noNumbers,
  };
}
