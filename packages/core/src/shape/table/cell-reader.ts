import type { Cell } from './cell.ts';
import type { Dialect } from './dialect.ts';
import { type RowBytes, RowKeeper } from './row-keeper.ts';

/** Bytes of a cell that are kept; of a longer one only the length and a hash are known. */
const cellBytes = 128;
const noBytes = new Uint8Array(0);

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const space = 0x20;
const quote = 0x22;
const plus = 0x2b;
const backslash = 0x5c;

const ordinary = 0;
const delimiterKind = 1;
const lineFeedKind = 2;
const quoteKind = 3;

/** What a reader tells of the cells and rows it finds. Values are read from the reader while the call lasts. */
export interface CellSink {
  onCell(reader: CellReader): void;
  /** `cells` were in the row. */
  onRow(reader: CellReader, cells: number): void;
}

/**
 * Reads the cells of a table while it streams.
 *
 * Contract: the same calls for every chunking; no allocation per cell; memory of one cell and one row, cut at fixed
 * lengths. Spaces around a cell are counted and no part of it. Blank lines and rules are no rows.
 */
export class CellReader implements Cell {
  /** The chunk where the cell lies in it as it stands, else a copy of its first bytes. */
  bytes: Uint8Array;
  from = 0;
  length = 0;
  overflow = 0;
  overflowHash = 0;
  lead = 0;
  trail = 0;
  column = 0;
  /** 1-based line in which the row started. */
  rowLine = 1;
  /** 1-based line that is being read. */
  line = 1;
  /** Line in which the quote was opened that is still open; 0 where none is. */
  openQuoteLine = 0;
  /** Says that the row goes on in the next line, as wrapped cells of psql do. */
  isWrapped = false;
  readonly #copy: Uint8Array = new Uint8Array(cellBytes);
  readonly #dialect: Dialect;
  readonly #sink: CellSink;
  readonly #kinds: Uint8Array = new Uint8Array(256);
  readonly #row: RowKeeper = new RowKeeper();
  #passed = 0;
  #passedHash = 0;
  #chunk: Uint8Array = noBytes;
  #at = 0;
  #isQuoted = false;
  #afterQuote = false;
  #hasBar = false;
  #previous = lineFeed;

  constructor(dialect: Dialect, sink: CellSink) {
    this.#dialect = dialect;
    this.#sink = sink;
    this.bytes = this.#copy;
    this.#kinds[dialect.delimiter] = delimiterKind;
    this.#kinds[lineFeed] = lineFeedKind;
    if (dialect.hasQuotes) this.#kinds[quote] = quoteKind;
  }

  write(chunk: Uint8Array): void {
    this.#chunk = chunk;
    this.#row.startChunk(chunk);
    const canBeSeen = !this.#dialect.isDrawn;
    for (let at = 0; at < chunk.length; ) {
      if (this.#isQuoted) at = this.#readQuoted(at);
      else if (canBeSeen && this.length === 0 && !this.#afterQuote) at = this.#readCell(at);
      else at = this.#readPlain(at);
    }
    this.#row.endChunk();
    this.#chunk = noBytes;
    this.bytes = this.#copy;
    this.from = 0;
  }

  end(): void {
    this.#row.startChunk(noBytes);
    this.#at = 0;
    if (this.#row.heldBytes > 0) this.#endRow(0);
  }

  /** The first bytes of the row as it stands. Valid in `onRow`. */
  rowBytes(): RowBytes {
    return this.#row.upTo(this.#at);
  }

  /** Reads a cell that lies in the chunk as it stands; starts to copy one that does not. Returns where to go on. */
  #readCell(from: number): number {
    const chunk = this.#chunk;
    const kinds = this.#kinds;
    const { length } = chunk;
    let start = from;
    while (start < length && chunk[start] === space) start++;
    this.lead += start - from;
    let end = start;
    while (end < length && kinds[chunk[end] as number] === ordinary) end++;
    const kind = end < length ? (kinds[chunk[end] as number] as number) : ordinary;
    if (kind !== delimiterKind && kind !== lineFeedKind) {
      this.bytes = this.#copy;
      this.from = 0;
      for (let at = start; at < end; at++) this.#push(chunk[at] as number);
      if (kind === quoteKind) this.#passQuote();
      return kind === quoteKind ? end + 1 : end;
    }
    this.bytes = chunk;
    this.from = start;
    this.length = Math.min(end - start, cellBytes);
    for (let at = start + cellBytes; at < end; at++) this.#pass(chunk[at] as number);
    this.#at = end;
    if (kind === delimiterKind) {
      this.#endCell();
      return end + 1;
    }
    this.#endRow(end + 1);
    return end + 1;
  }

  #readPlain(start: number): number {
    const chunk = this.#chunk;
    const kinds = this.#kinds;
    let at = start;
    if (this.length === 0) {
      while (at < chunk.length && chunk[at] === space) at++;
      if (!this.#dialect.isDrawn && !this.#afterQuote) this.lead += at - start;
    }
    for (; at < chunk.length && kinds[chunk[at] as number] === ordinary; at++) this.#push(chunk[at] as number);
    if (at > start) {
      this.#previous = chunk[at - 1] as number;
      this.#afterQuote = false;
    }
    if (at === chunk.length) return at;
    const byte = chunk[at] as number;
    const kind = kinds[byte] as number;
    this.#at = at;
    if (kind === delimiterKind) this.#passDelimiter(at);
    else if (kind === lineFeedKind) this.#endRow(at + 1);
    else this.#passQuote();
    this.#previous = byte;
    return at + 1;
  }

  #readQuoted(start: number): number {
    const chunk = this.#chunk;
    let at = start;
    for (; at < chunk.length; at++) {
      const byte = chunk[at] as number;
      if (byte === quote) {
        this.#isQuoted = false;
        this.#afterQuote = true;
        this.openQuoteLine = 0;
        return at + 1;
      }
      if (byte === lineFeed) this.line++;
      this.#push(byte);
    }
    return at;
  }

  #push(byte: number): void {
    if (this.length < cellBytes) this.#copy[this.length++] = byte;
    else this.#pass(byte);
  }

  /** Blanks count only when something follows them. */
  #pass(byte: number): void {
    this.#passed++;
    this.#passedHash = (Math.imul(this.#passedHash, 31) + byte) | 0;
    if (isBlank(byte)) return;
    this.overflow = this.#passed;
    this.overflowHash = this.#passedHash;
  }

  /** A quote opens a quoted cell at its start only; a doubled one inside stands for itself. */
  #passQuote(): void {
    if (this.length === 0 || this.#afterQuote) {
      if (this.#afterQuote) this.#push(quote);
      this.#isQuoted = true;
      this.openQuoteLine = this.line;
      this.#afterQuote = false;
    } else this.#push(quote);
  }

  #passDelimiter(at: number): void {
    if (this.#dialect.isDrawn) {
      if (this.#previous === lineFeed) {
        this.#hasBar = true;
        return;
      }
      if (this.#previous === backslash) {
        this.#copy[Math.max(0, this.length - 1)] = this.#chunk[at] as number;
        return;
      }
      if (this.#previous === plus && !this.#hasBar) this.isWrapped = true;
    }
    this.#endCell();
  }

  #trim(): void {
    if (this.overflow > 0) return;
    const end = this.from + this.length;
    while (this.length > 0 && isBlank(this.bytes[this.from + this.length - 1] as number)) this.length--;
    if (this.#dialect.isDrawn) return;
    const last = this.from + this.length;
    this.trail = end - last - (end > last && this.bytes[end - 1] === carriageReturn ? 1 : 0);
  }

  #endCell(): void {
    this.#trim();
    this.#sink.onCell(this);
    this.column++;
    this.#clearCell();
  }

  #clearCell(): void {
    this.length = 0;
    this.overflow = 0;
    this.overflowHash = 0;
    this.lead = 0;
    this.trail = 0;
    this.#passed = 0;
    this.#passedHash = 0;
    this.#afterQuote = false;
  }

  /** `next` is where the next row starts in the chunk. */
  #endRow(next: number): void {
    this.#trim();
    const isEmptyCell = this.length === 0 && !this.#afterQuote;
    if (this.column > 0 || !isEmptyCell) {
      if (!(isEmptyCell && this.#hasBar)) this.#endCell();
      this.#sink.onRow(this, this.column);
    }
    this.line++;
    this.rowLine = this.line;
    this.column = 0;
    this.isWrapped = false;
    this.#clearCell();
    this.#hasBar = false;
    this.#row.startRow(next);
  }
}

function isBlank(byte: number): boolean {
  return byte === space || byte === carriageReturn || byte === 0x09;
}
