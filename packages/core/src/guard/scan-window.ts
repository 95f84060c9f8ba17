/** How bytes are read as characters: one or two bytes each; `low` is the place of the byte that counts among two. */
export interface Units {
  readonly stride: 1 | 2;
  readonly low: 0 | 1;
}

export const singleBytes: Units = { stride: 1, low: 0 };

/** A character that no key has, for a pair of bytes that is none. */
const noCharacter = 0xffff;
const minCapacity = 4_096;

/**
 * The part of a stream that a scan still looks at.
 *
 * Contract: every position is one of the stream. `add` copies; `drop` forgets what lies before a position.
 */
export class ScanWindow {
  #buffer: Buffer = Buffer.alloc(0);
  #from = 0;
  #length = 0;
  start = 0;

  get end(): number {
    return this.start + this.#length;
  }

  get bytes(): Buffer {
    return this.#buffer.subarray(this.#from, this.#from + this.#length);
  }

  /** Looks at an array that is all there is, without a copy. */
  adopt(bytes: Uint8Array): void {
    this.#buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#length = bytes.length;
  }

  add(chunk: Uint8Array): void {
    const needed = this.#length + chunk.length;
    if (this.#from + needed > this.#buffer.length) this.#makeRoom(needed);
    this.#buffer.set(chunk, this.#from + this.#length);
    this.#length = needed;
  }

  drop(before: number): void {
    const count = Math.min(this.#length, before - this.start);
    if (count <= 0) return;
    this.#from += count;
    this.#length -= count;
    this.start += count;
  }

  /** What is kept is moved only when at least as much was dropped, so that every byte is moved a few times at most. */
  #makeRoom(needed: number): void {
    const isRoomy = this.#from >= this.#length && needed <= this.#buffer.length;
    const target = isRoomy ? this.#buffer : Buffer.allocUnsafeSlow(Math.max(minCapacity, needed * 2));
    this.#buffer.copy(target, 0, this.#from, this.#from + this.#length);
    this.#buffer = target;
    this.#from = 0;
  }

  byteAt(position: number): number {
    return this.#buffer[this.#from + position - this.start] as number;
  }

  /** Finds a byte at or after a position; -1 where there is none. */
  find(byte: number, from: number): number {
    const at = this.bytes.indexOf(byte, Math.max(0, from - this.start));
    return at < 0 ? -1 : at + this.start;
  }

  /** Returns the characters between two positions, one UTF-16 unit each. */
  text(start: number, end: number, units: Units): string {
    const [from, to] = [Math.max(0, start - this.start), Math.min(this.#length, end - this.start)];
    const { bytes } = this;
    if (units.stride === 1) return bytes.toString('latin1', from, Math.max(from, to));
    const codes: number[] = [];
    for (let at = from; at + 1 < to; at += 2) {
      const high = bytes[at + 1 - units.low] as number;
      codes.push(high === 0 ? (bytes[at + units.low] as number) : noCharacter);
    }
    return toText(codes);
  }
}

function toText(codes: readonly number[]): string {
  let text = '';
  for (let at = 0; at < codes.length; at += 4_096) text += String.fromCharCode(...codes.slice(at, at + 4_096));
  return text;
}
