import { mapWrittenEscapes } from '../bytes/escapes.ts';
import { anyArmor } from './armor.ts';
import { type BodyState, judgeSegment } from './body-rules.ts';
import { type KeyRange, toKeyRange } from './key-range.ts';
import { normalizePrefix } from './prefix.ts';
import type { ScanWindow, Units } from './scan-window.ts';
import { maxSegmentChars, type Run, type Segment, takeSegment } from './segment.ts';

/** Where a body begins and how it ends. */
export interface BodyStart {
  readonly key: number;
  /** Byte position after the armor. */
  readonly at: number;
  readonly units: Units;
  /** What stands before the armor in its line. */
  readonly before: string;
  /** The body begins with the next line; otherwise right after the armor. */
  readonly isLineStart?: boolean;
  /** Ends the body besides any armor line. */
  readonly endMark?: RegExp;
}

const maxForeignBefore = 2;
const maxForeignWithin = 8;
const shortLineChars = 512;

/**
 * Reads the body that follows an armor line, segment by segment.
 *
 * Contract: `read` goes as far as whole segments go and returns the runs of the body; `isDone` says that it has ended,
 * and `position` where the scan goes on. What lies before `position` is never looked at again, so holds no memory.
 */
export class BodyReader {
  readonly #start: BodyStart;
  readonly #state: BodyState;
  /** Where the first of the segments begins that are not known to be part of the body. */
  #kept: number;
  #position: number;
  /** Something else than the body stands between `#kept` and `#position`. */
  #hasForeign = false;
  isDone = false;
  /** Where the armor line begins that ended the body. */
  closedAt: number | undefined;

  constructor(start: BodyStart) {
    this.#start = start;
    this.#position = start.at;
    this.#kept = start.at;
    this.#state = {
      prefix: normalizePrefix(start.before),
      width: 0,
      isShort: false,
      foreign: 0,
      isOpen: start.isLineStart !== true,
      isAdded: start.before.endsWith('+'),
      isForeignPiece: false,
    };
  }

  get position(): number {
    return this.#kept;
  }

  read(window: ScanWindow, isFinal: boolean): KeyRange[] {
    const ranges: KeyRange[] = [];
    while (!this.isDone) {
      const segment = this.#take(window, isFinal);
      if (segment === undefined) break;
      // Half a pair of bytes may be left at the very end.
      const isLast = isFinal && this.#after(segment) > window.end - this.#start.units.stride;
      this.#judge(segment, isLast, ranges);
      if (isLast) this.isDone = true;
    }
    return ranges;
  }

  #take(window: ScanWindow, isFinal: boolean): Segment | undefined {
    const { units } = this.#start;
    const short = window.text(this.#position, this.#position + shortLineChars * units.stride, units);
    const segment = takeSegment(short, false);
    if (segment !== undefined) return segment;
    return takeSegment(
      window.text(this.#position, this.#position + (maxSegmentChars + 1) * units.stride, units),
      isFinal,
    );
  }

  #after({ text, separatorLength }: Segment): number {
    return this.#position + (text.length + separatorLength) * this.#start.units.stride;
  }

  #judge(segment: Segment, isCut: boolean, ranges: KeyRange[]): void {
    const { units, endMark, key } = this.#start;
    const plain = mapWrittenEscapes(segment.text);
    const armorAt = firstOf(plain.text.search(anyArmor), endMark === undefined ? -1 : plain.text.search(endMark));
    const text = armorAt < 0 ? plain.text : plain.text.slice(0, armorAt);
    const judged = judgeSegment(text, this.#state, isCut && armorAt < 0);
    const from = this.#position;
    const next = this.#after(segment);
    if (typeof judged !== 'string') {
      for (const run of judged) {
        const inSource = { start: plain.toSource(run.start), end: plain.toSourceEnd(run.start, run.end) };
        ranges.push(toKeyRange(from, inSource, units, key));
      }
      this.#noteLines(judged, text);
    } else if (judged === 'foreign') this.#state.foreign++;
    else if (judged === 'header') this.#state.foreign = 0;
    if (judged === 'foreign') this.#hasForeign = true;
    if (typeof judged !== 'string') this.#hasForeign = false;
    if (!this.#hasForeign) this.#kept = next;
    if (armorAt >= 0) {
      this.closedAt = from + plain.toSource(armorAt) * units.stride;
      this.#kept = this.closedAt;
      this.isDone = true;
      return;
    }
    this.#state.isOpen = typeof judged !== 'string' && segment.separatorLength === 0;
    this.#state.isForeignPiece = judged === 'foreign' && segment.separatorLength === 0;
    this.#position = next;
    const maxForeign = this.#state.width === 0 ? maxForeignBefore : maxForeignWithin;
    if (this.#state.foreign > maxForeign) this.isDone = true;
  }

  #noteLines(lines: readonly Run[], text: string): void {
    const state = this.#state;
    const [first, last] = [lines[0], lines.at(-1)];
    if (first === undefined || last === undefined) return;
    state.width = Math.max(state.width, first.text.length);
    if (!state.isOpen) state.prefix = normalizePrefix(text.slice(0, first.start));
    state.isShort = last.text.length < state.width;
    state.foreign = 0;
  }
}

function firstOf(a: number, b: number): number {
  return a < 0 || b < 0 ? Math.max(a, b) : Math.min(a, b);
}
