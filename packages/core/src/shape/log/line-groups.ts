import { utf8ToString } from '../../bytes/decode.ts';
import { errorRank, errorRankOfErrors } from '../parts/error-words.ts';
import { scanCoarsely } from './coarse-scanner.ts';
import { type Example, takeExample } from './example.ts';
import { FollowedLines } from './followed-lines.ts';
import { FrameBuffer } from './frame-buffer.ts';
import { HiddenErrors } from './hidden-errors.ts';
import { LineScanner } from './line-scanner.ts';
import { TemplateTable } from './template-table.ts';

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
/** Bytes of a line's last frame that decide about its template. */
export const frameBytes = 1024;
/** Templates that are told apart, and those above them that are kept for lines that report errors. */
const maxSlots = 3840;
const maxErrorSlots = 4096;
/** With this many templates words are taken for data, unless each stands for many lines. */
const slotsOfDoubt = 1024;
const linesPerSlot = 64;
/** To get ready to follow costs as much as some thousands of lines. */
const defaultLinesBeforeFollowing = 2048;

/** Lines whose templates had no room. */
export interface OverflowLines {
  count: number;
  firstLine: number;
  lastLine: number;
}

/**
 * Groups the lines of a stream by template.
 *
 * Contract: the same groups whatever the chunking; every line is counted once, in a slot of `table` or in `overflow`.
 * Bounded memory; keeps no chunk.
 */
export class LineGroups {
  readonly table: TemplateTable = new TemplateTable();
  /** By slot. */
  readonly examples: Example[] = [];
  readonly overflow: OverflowLines = { count: 0, firstLine: 0, lastLine: 0 };
  lineCount = 0;
  /** True once whole fields are taken for variables. */
  isCoarse = false;
  readonly #scanner = new LineScanner();
  /** Endless from then on. */
  #linesBeforeFollowing: number;
  readonly hidden: HiddenErrors = new HiddenErrors();
  readonly #frame = new FrameBuffer(frameBytes, (frame) => this.hidden.add(this.lineCount + 1, frame));
  #hasOpenLine = false;
  #followed: FollowedLines | undefined;

  /** Behind so many lines the commonest are followed; see `FollowedLines`. */
  constructor(linesBeforeFollowing: number = defaultLinesBeforeFollowing) {
    this.#linesBeforeFollowing = linesBeforeFollowing;
  }

  write(chunk: Uint8Array): void {
    let from = 0;
    if (this.#hasOpenLine) {
      const feed = chunk.indexOf(lineFeed);
      this.#frame.add(feed < 0 ? chunk : chunk.subarray(0, feed));
      if (feed < 0) return;
      this.#countFrame();
      from = feed + 1;
    }
    const end = chunk.lastIndexOf(lineFeed) + 1;
    if (this.lineCount >= this.#linesBeforeFollowing && !this.isCoarse) {
      this.#startFollowing();
    }
    this.#followed?.open(chunk, end);
    while (from < end) {
      from = this.#follow(from);
      if (from < end) from = this.#countLine(chunk, from) + 1;
    }
    if (from === chunk.length) return;
    this.#hasOpenLine = true;
    this.#frame.add(chunk.subarray(from));
  }

  /** Counts the last line when it has no line feed. */
  end(): void {
    if (this.#hasOpenLine) this.#countFrame();
    this.#stopFollowing();
  }

  #startFollowing(): void {
    this.#linesBeforeFollowing = Number.POSITIVE_INFINITY;
    this.#followed = FollowedLines.start(this.table);
  }

  #stopFollowing(): void {
    this.#followed?.end();
    this.#followed = undefined;
  }

  #follow(from: number): number {
    if (this.#followed === undefined) return from;
    const at = this.#followed.follow(from, this.lineCount);
    this.lineCount = this.#followed.lineCount;
    return at;
  }

  #scan(bytes: Uint8Array, from: number): number {
    return this.isCoarse ? scanCoarsely(this.#scanner, bytes, from) : this.#scanner.scan(bytes, from);
  }

  #countLine(chunk: Uint8Array, from: number): number {
    const feed = this.#scan(chunk, from);
    if (feed - from > frameBytes) {
      this.#frame.add(chunk.subarray(from, feed));
      this.#countFrame();
      return feed;
    }
    const redraws = this.#scanner.frameStart === from ? 0 : this.#redraws(chunk, from, feed);
    this.lineCount++;
    const slot = this.table.find(this.#scanner, maxSlots);
    if (slot >= 0 && this.table.counts[slot] !== 0) {
      this.#countKnown(slot, chunk, redraws);
      this.#followed?.learn(slot, this.#scanner, chunk, feed);
    } else this.#countNew(slot, chunk, from, feed, feed - from, redraws);
    return feed;
  }

  #countFrame(): void {
    const { bytes, length, lineBytes, redraws } = this.#frame;
    this.#scan(bytes, 0);
    this.lineCount++;
    const slot = this.table.find(this.#scanner, maxSlots);
    if (slot >= 0 && this.table.counts[slot] !== 0) {
      this.#countKnown(slot, bytes, redraws);
    } else this.#countNew(slot, bytes, 0, length, lineBytes, redraws);
    this.#frame.clear();
    this.#hasOpenLine = false;
  }

  #countKnown(slot: number, bytes: Uint8Array, redraws: number): void {
    this.#followed?.settle(slot);
    this.table.record(slot, this.lineCount, this.#scanner, bytes, redraws);
    this.#followed?.refresh(slot);
  }

  #countNew(found: number, bytes: Uint8Array, from: number, feed: number, lineBytes: number, redraws: number): void {
    let end = feed;
    while (end > from && bytes[end - 1] === carriageReturn) end--;
    let slot = found;
    if (slot < 0 && errorRank(utf8ToString(bytes.subarray(this.#scanner.frameStart, end))) >= errorRankOfErrors) {
      slot = this.table.find(this.#scanner, maxErrorSlots);
    }
    if (slot < 0) {
      if (this.overflow.count === 0) this.overflow.firstLine = this.lineCount;
      this.overflow.count++;
      this.overflow.lastLine = this.lineCount;
      return;
    }
    const line = { lineBytes, isCoarse: this.isCoarse };
    if (this.table.counts[slot] === 0) this.examples[slot] = takeExample(this.#scanner, bytes, end, line);
    this.table.record(slot, this.lineCount, this.#scanner, bytes, redraws);
    if (slot + 1 >= slotsOfDoubt && this.lineCount < (slot + 1) * linesPerSlot) this.#readCoarsely();
  }

  #readCoarsely(): void {
    this.isCoarse = true;
    this.#stopFollowing();
  }

  #redraws(chunk: Uint8Array, from: number, feed: number): number {
    this.#frame.add(chunk.subarray(from, feed));
    const { redraws } = this.#frame;
    this.#frame.clear();
    return redraws;
  }
}
