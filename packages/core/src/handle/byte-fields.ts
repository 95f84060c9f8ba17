/** Collects the fields of a short binary record. */
export class FieldWriter {
  readonly #bytes: number[] = [];

  /** Adds an unsigned integer in `byteLength` bytes, big end first; higher bits are dropped. */
  fixed(value: number, byteLength: number): void {
    for (let at = byteLength - 1; at >= 0; at--) this.#bytes.push(Math.floor(value / 256 ** at) % 256);
  }

  /** Adds an unsigned integer up to 2^53 - 1 in as few groups of seven bits as it needs. */
  varied(value: number): void {
    let rest = value;
    while (rest >= 128) {
      this.#bytes.push(128 + (rest % 128));
      rest = Math.floor(rest / 128);
    }
    this.#bytes.push(rest);
  }

  toBytes(): Uint8Array {
    return Uint8Array.from(this.#bytes);
  }
}

/** Reads what a `FieldWriter` wrote. Contract: a field that is cut, overlong or too large makes `isSound` false. */
export class FieldReader {
  readonly #bytes: Uint8Array;
  #at = 0;
  #isSound = true;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** True when every field was whole and nothing is left over. */
  get isSound(): boolean {
    return this.#isSound && this.#at === this.#bytes.length;
  }

  fixed(byteLength: number): number {
    let value = 0;
    for (let at = 0; at < byteLength; at++) value = value * 256 + this.#next();
    return value;
  }

  varied(): number {
    let value = 0;
    for (let unit = 1; ; unit *= 128) {
      const byte = this.#next();
      value += (byte % 128) * unit;
      if (byte < 128) {
        if ((byte === 0 && unit > 1) || !Number.isSafeInteger(value)) this.#isSound = false;
        return value;
      }
      if (unit > 2 ** 49) this.#isSound = false;
      if (!this.#isSound) return 0;
    }
  }

  /** Returns what is left. */
  rest(): Uint8Array {
    const rest = this.#bytes.subarray(this.#at);
    this.#at = this.#bytes.length;
    return rest;
  }

  #next(): number {
    const byte = this.#bytes[this.#at++];
    if (byte === undefined) this.#isSound = false;
    return byte ?? 0;
  }
}
