/** Deeper than this a document is not followed; the bits of the stack would fill memory. */
const deepestNesting = 16_777_216;

/**
 * Remembers for each open container whether it is an array.
 *
 * Contract: one bit a level, so 2 MiB for the deepest nesting; `push` returns false when it would be deeper.
 */
export class Nesting {
  depth = 0;
  #words: Uint32Array = new Uint32Array(16);

  push(isArray: boolean): boolean {
    const depth = this.depth;
    if (depth === deepestNesting) return false;
    const index = depth >>> 5;
    if (index === this.#words.length) this.#grow();
    const bit = 1 << (depth & 31);
    const word = this.#words[index] as number;
    this.#words[index] = isArray ? word | bit : word & ~bit;
    this.depth = depth + 1;
    return true;
  }

  /** Closes the innermost container. Contract: one is open. */
  pop(): void {
    this.depth--;
  }

  /** Tells whether the innermost open container is an array. Contract: one is open. */
  isInArray(): boolean {
    const top = this.depth - 1;
    return (((this.#words[top >>> 5] as number) >>> (top & 31)) & 1) === 1;
  }

  #grow(): void {
    const wider = new Uint32Array(this.#words.length * 2);
    wider.set(this.#words);
    this.#words = wider;
  }
}
