import { utf8ToString } from '../../bytes/decode.ts';
import type { ByteWindow } from '../../shape/json/tokens/byte-window.ts';
import type { JsonSink, TokenPlace } from '../../shape/json/tokens/json-sink.ts';
import { JsonTokenizer } from '../../shape/json/tokens/tokenizer.ts';
import { nullWord } from '../../shape/json/tokens/words.ts';
import type { Location } from './json-path.ts';

/** What kind a value is of. */
export type ValueKind = 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null';

/** Where a value stands in the bytes, and what it is. */
export interface ValuePlace {
  /** First byte, and the byte behind the last. */
  start: number;
  end: number;
  kind: ValueKind;
  /** Items of an array, members of an object; 0 of a scalar. */
  size: number;
}

/** A step on the way to wanted values. */
interface Step extends ValuePlace {
  readonly children: Map<string | number, Step>;
}

/**
 * Finds where values stand in the bytes of one JSON document.
 *
 * Contract: reads the bytes once, with memory for the wanted values alone. Of a key that stands in an object more than
 * once the last counts, as for `JSON.parse`; `hasDuplicates` tells of such a key on the way to a wanted value. `from` is
 * where the document begins in `bytes`, `to` where it ends; places are positions in `bytes`.
 */
export function locateValues(
  bytes: Uint8Array,
  wanted: Iterable<Location>,
  from = 0,
  to: number = bytes.length,
): { readonly places: readonly ValuePlace[]; readonly hasDuplicates: boolean } {
  const root = createStep();
  const places = Array.from(wanted, (location) => stepTo(root, location));
  const document = bytes.subarray(from, to);
  const sink = new PlaceSink(root, document);
  const tokenizer = new JsonTokenizer(sink, false);
  tokenizer.write(document);
  tokenizer.end();
  return {
    places: places.map(({ start, end, kind, size }) => ({ start: start + from, end: end + from, kind, size })),
    hasDuplicates: sink.hasDuplicates,
  };
}

function createStep(): Step {
  return { start: -1, end: -1, kind: 'null', size: 0, children: new Map() };
}

function stepTo(root: Step, location: Location): Step {
  let step = root;
  for (const part of location) {
    let child = step.children.get(part);
    if (child === undefined) {
      child = createStep();
      step.children.set(part, child);
    }
    step = child;
  }
  return step;
}

/** An open container on the way to a wanted value. */
interface Frame {
  readonly step: Step;
  /** The step of the member whose key was read last. */
  member: Step | undefined;
  size: number;
}

class PlaceSink implements JsonSink {
  hasDuplicates = false;
  readonly #root: Step;
  readonly #bytes: Uint8Array;
  readonly #frames: Frame[] = [];
  /** Open containers that hold nothing wanted. */
  #below = 0;

  constructor(root: Step, bytes: Uint8Array) {
    this.#root = root;
    this.#bytes = bytes;
  }

  expectKey(): number {
    return -1;
  }

  key(_source: ByteWindow, _from: number, _to: number, place: TokenPlace): void {
    const frame = this.#frames.at(-1);
    if (this.#below > 0 || frame === undefined || frame.step.children.size === 0) return;
    const { tokenOffset, tokenBytes } = place;
    const name = keyName(this.#bytes.subarray(tokenOffset, tokenOffset + tokenBytes));
    frame.member = frame.step.children.get(name);
  }

  string(_source: ByteWindow, _from: number, _to: number, place: TokenPlace): void {
    this.#scalar('string', place);
  }

  number(_source: ByteWindow, _from: number, _to: number, place: TokenPlace): void {
    this.#scalar('number', place);
  }

  word(word: number, place: TokenPlace): void {
    this.#scalar(word === nullWord ? 'null' : 'boolean', place);
  }

  open(isArray: boolean, place: TokenPlace): void {
    const step = this.#next();
    if (step === undefined) {
      this.#below++;
      return;
    }
    this.#begin(step, isArray ? 'array' : 'object', place.tokenOffset);
    this.#frames.push({ step, member: undefined, size: 0 });
  }

  close(at: number, place: TokenPlace): void {
    if (this.#below > 0) {
      this.#below--;
      return;
    }
    const frame = this.#frames.pop();
    if (frame === undefined) return;
    frame.step.size = frame.size;
    frame.step.end = place.base + at + 1;
  }

  endRoot(): void {}

  abandon(): void {}

  seam(): void {}

  #scalar(kind: ValueKind, { tokenOffset, tokenBytes }: TokenPlace): void {
    const step = this.#next();
    if (step === undefined) return;
    this.#begin(step, kind, tokenOffset);
    step.end = tokenOffset + tokenBytes;
  }

  /** Returns the step of the value that begins now, where something in it is wanted. */
  #next(): Step | undefined {
    if (this.#below > 0) return undefined;
    const frame = this.#frames.at(-1);
    if (frame === undefined) return this.#root;
    const index = frame.size++;
    if (frame.step.kind === 'array') return frame.step.children.get(index);
    const { member } = frame;
    frame.member = undefined;
    return member;
  }

  #begin(step: Step, kind: ValueKind, start: number): void {
    if (step.start >= 0 && step !== this.#root) this.hasDuplicates = true;
    step.start = start;
    step.kind = kind;
    step.size = 0;
  }
}

/** The key that a token means; the same string as `JSON.parse` makes of it. */
function keyName(token: Uint8Array): string {
  const text = utf8ToString(token);
  return text.includes('\\') ? (JSON.parse(text) as string) : text.slice(1, -1);
}
