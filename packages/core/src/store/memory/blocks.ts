const blockBytes = 65_536;

/**
 * Holds a growing run of bytes in blocks of one size, so that any range is found without a search.
 *
 * Contract: `append` copies; `read` returns a copy of the bytes of the range that exist.
 */
export class MemoryBlocks {
  readonly #blocks: Uint8Array[] = [];
  #byteLength = 0;

  get byteLength(): number {
    return this.#byteLength;
  }

  append(bytes: Uint8Array): void {
    for (let from = 0; from < bytes.length; ) {
      const at = this.#byteLength % blockBytes;
      if (at === 0) this.#blocks.push(new Uint8Array(blockBytes));
      const part = bytes.subarray(from, from + blockBytes - at);
      this.#blocks.at(-1)?.set(part, at);
      this.#byteLength += part.length;
      from += part.length;
    }
  }

  /** Gives back the unused end of the last block; nothing is appended after it. */
  seal(): void {
    const used = this.#byteLength % blockBytes;
    const last = this.#blocks.pop();
    if (last !== undefined) this.#blocks.push(used === 0 ? last : last.slice(0, used));
  }

  read(offset: number, byteLength: number): Uint8Array {
    const end = Math.min(this.#byteLength, offset + byteLength);
    const bytes = new Uint8Array(Math.max(0, end - offset));
    for (let at = offset; at < end; ) {
      const within = at % blockBytes;
      const block = this.#blocks[Math.floor(at / blockBytes)] as Uint8Array;
      const part = block.subarray(within, Math.min(blockBytes, within + end - at));
      bytes.set(part, at - offset);
      at += part.length;
    }
    return bytes;
  }
}
