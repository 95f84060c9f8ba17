const longest = 48;

/** A value as it stands in the content, copied byte by byte so that a sorted column does not make a string of each. */
export class Literal {
  length = 0;
  readonly #bytes: Uint8Array = new Uint8Array(longest);

  set(bytes: Uint8Array, from: number, length: number): void {
    this.length = Math.min(length, longest);
    for (let at = 0; at < this.length; at++) this.#bytes[at] = bytes[from + at] as number;
  }

  /** Orders the literal and other bytes: below 0 where the literal comes first. */
  compare(bytes: Uint8Array, from: number, length: number): number {
    const shorter = Math.min(this.length, length);
    for (let at = 0; at < shorter; at++) {
      const difference = (this.#bytes[at] as number) - (bytes[from + at] as number);
      if (difference !== 0) return difference;
    }
    return this.length - length;
  }

  text(): string {
    return String.fromCharCode(...this.#bytes.subarray(0, this.length));
  }
}
