import { utf8ToString } from '../../../bytes/decode.ts';
import type { ByteWindow } from '../tokens/byte-window.ts';
import { LiteralBuffer } from './literal-buffer.ts';
import { compareNumbers, type NumberReader } from './number-literal.ts';
import { Order } from './order.ts';
import type { Place } from './place.ts';

/** Relative distance beyond which inexact values are told apart without looking at their digits. */
const margin = 1e-12;

/** One end of a range. */
export interface NumberEnd {
  readonly literal: LiteralBuffer;
  value: number;
  isExact: boolean;
  offset: number;
  line: number;
  /** Where it stands, unless the numbers came sorted up to it. */
  place: Place | undefined;
}

/**
 * Follows the range and the order of the numbers of one path.
 *
 * Contract: compares exact values, not doubles. Ends are kept as they stand in the content.
 */
export class NumberStats {
  count = 0;
  isInteger = true;
  readonly order: Order = new Order();
  readonly low: NumberEnd = createEnd();
  readonly high: NumberEnd = createEnd();

  /** Returns 1 where the value is the new lowest, plus 2 where it is the new highest. */
  add(reader: NumberReader, source: ByteWindow, from: number, to: number): number {
    const { value, isExact } = reader;
    if (!reader.isInteger) this.isInteger = false;
    if (this.count++ === 0) {
      setEnd(this.low, value, isExact, source, from, to);
      setEnd(this.high, value, isExact, source, from, to);
      return 3;
    }
    const isPlain = isExact && this.high.isExact && this.low.isExact;
    const toHigh = isPlain ? value - this.high.value : compareToEnd(this.high, value, source, from, to);
    if (toHigh >= 0) {
      this.order.next(toHigh, 0);
      if (toHigh === 0) return 0;
      setEnd(this.high, value, isExact, source, from, to);
      return 2;
    }
    const toLow = isPlain ? value - this.low.value : compareToEnd(this.low, value, source, from, to);
    this.order.next(toHigh, toLow);
    if (toLow >= 0) return 0;
    setEnd(this.low, value, isExact, source, from, to);
    return 1;
  }

  /** Adds what another has followed; the order is lost. */
  addAll(other: NumberStats): void {
    if (other.count === 0) return;
    const isFirst = this.count === 0;
    this.count += other.count;
    this.isInteger &&= other.isInteger;
    this.order.drop();
    for (const [mine, theirs, sign] of [
      [this.high, other.high, 1],
      [this.low, other.low, -1],
    ] as const) {
      if (!isFirst && compareEnds(theirs, mine) * sign <= 0) continue;
      mine.value = theirs.value;
      mine.isExact = theirs.isExact;
      mine.literal.copy(theirs.literal);
      mine.offset = theirs.offset;
      mine.line = theirs.line;
      mine.place = theirs.place;
    }
  }

  /** Tells whether every integer from the lowest to the highest stands there once. */
  isGapless(): boolean {
    const { low, high, order } = this;
    if (!this.isInteger || !low.isExact || !high.isExact || !order.isSorted || order.steps + 1 !== this.count)
      return false;
    return high.value - low.value + 1 === this.count;
  }
}

function createEnd(): NumberEnd {
  return { literal: new LiteralBuffer(), value: 0.5, isExact: true, offset: 0.5, line: 0, place: undefined };
}

function setEnd(end: NumberEnd, value: number, isExact: boolean, source: ByteWindow, from: number, to: number): void {
  end.value = value;
  end.isExact = isExact;
  end.literal.set(source, from, to);
}

function compareToEnd(end: NumberEnd, value: number, source: ByteWindow, from: number, to: number): number {
  if (areApart(value, end.value)) return value - end.value;
  if (end.literal.compare(source, from, to) === 0) return 0;
  return compareNumbers(utf8ToString(source.bytes.subarray(from, to)), utf8ToString(end.literal.toBytes()));
}

function compareEnds(left: NumberEnd, right: NumberEnd): number {
  if (areApart(left.value, right.value)) return left.value - right.value;
  return compareNumbers(utf8ToString(left.literal.toBytes()), utf8ToString(right.literal.toBytes()));
}

function areApart(left: number, right: number): boolean {
  return Math.abs(left - right) > margin * Math.max(Math.abs(left), Math.abs(right));
}
