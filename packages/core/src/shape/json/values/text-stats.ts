import type { ByteWindow } from '../tokens/byte-window.ts';
import { type DataKind, nameData } from './embedded-data.ts';
import { LiteralBuffer } from './literal-buffer.ts';
import { Order } from './order.ts';

/** Longer strings are neither ids nor dates; their order is not followed. */
const maxOrderedBytes = 64;

/**
 * Follows the lengths, the order and the kinds of the strings of one path. Lengths are of the source, without quotes.
 *
 * Contract: `low` and `high` are true while all strings are dates, or come sorted.
 */
export class TextStats {
  count = 0;
  minBytes = 0;
  maxBytes = 0;
  areDates = true;
  /** Strings of base64 or with a `data:` address. */
  dataCount = 0;
  dataKind: DataKind | undefined;
  readonly order: Order = new Order();
  readonly low: LiteralBuffer = new LiteralBuffer();
  readonly high: LiteralBuffer = new LiteralBuffer();

  /** False when neither order nor ends can be told any more. */
  #isFollowed = true;

  get hasEnds(): boolean {
    return this.areDates || this.order.isSorted;
  }

  /** Contract: `source[from, to)` is the beginning of a string of `byteLength` bytes. */
  add(source: ByteWindow, from: number, to: number, byteLength: number): void {
    if (this.count++ === 0) {
      this.minBytes = byteLength;
      this.maxBytes = byteLength;
    } else {
      if (byteLength < this.minBytes) this.minBytes = byteLength;
      if (byteLength > this.maxBytes) this.maxBytes = byteLength;
    }
    if (byteLength > maxOrderedBytes) this.#addLong(source, from, to);
    else if (this.#isFollowed) this.#follow(source, from, to);
  }

  addAll(other: TextStats): void {
    if (other.count === 0) return;
    const isFirst = this.count === 0;
    this.areDates &&= other.areDates;
    this.minBytes = isFirst ? other.minBytes : Math.min(this.minBytes, other.minBytes);
    this.maxBytes = Math.max(this.maxBytes, other.maxBytes);
    if (isFirst || this.high.compareBuffer(other.high) > 0) this.high.copy(other.high);
    if (isFirst || this.low.compareBuffer(other.low) < 0) this.low.copy(other.low);
    this.order.drop();
    this.#isFollowed = this.areDates;
    this.count += other.count;
    this.dataCount += other.dataCount;
    this.dataKind ??= other.dataKind;
  }

  #addLong(source: ByteWindow, from: number, to: number): void {
    this.areDates = false;
    this.order.drop();
    this.#isFollowed = false;
    const kind = nameData(source.bytes, from, to);
    if (kind === undefined) return;
    this.dataCount++;
    this.dataKind ??= kind;
  }

  #follow(source: ByteWindow, from: number, to: number): void {
    if (this.areDates && !startsWithDate(source.bytes, from, to)) this.areDates = false;
    if (this.count === 1) {
      this.low.set(source, from, to);
      this.high.set(source, from, to);
      return;
    }
    const toHigh = this.high.compare(source, from, to);
    const toLow = toHigh < 0 ? this.low.compare(source, from, to) : 0;
    this.order.next(toHigh, toLow);
    this.#isFollowed = this.hasEnds;
    if (toHigh > 0) this.high.set(source, from, to);
    else if (toLow < 0) this.low.set(source, from, to);
  }
}

/** `2026-11-30`, and whatever follows; told by its first digit and its two dashes. */
function startsWithDate(bytes: Uint8Array, from: number, to: number): boolean {
  if (to - from < 10 || bytes[from + 4] !== 0x2d || bytes[from + 7] !== 0x2d) return false;
  return (bytes[from] as number) >= 0x30 && (bytes[from] as number) <= 0x39;
}
