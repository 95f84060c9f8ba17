/** A value follows its key after `:` alone, after one byte more, or otherwise; bits of `KeyGaps.seen`. */
export const narrowGap = 1;
export const spaceGap = 2;
const otherGap = 4;

/** Notes what stands between keys and their values, so that both can be searched for as they stand. */
export class KeyGaps {
  seen = 0;
  /** Byte offset behind the last key, until its value begins; -1 where the gap between them is known. */
  #keyEnd = -1;

  /** A key has ended, and its value is not in sight yet. */
  begin(offset: number): void {
    this.#keyEnd = offset;
  }

  /** A value begins, or whatever stands in its place. */
  end(offset: number): void {
    if (this.#keyEnd < 0) return;
    const distance = offset - this.#keyEnd;
    this.seen |= distance === 1 ? narrowGap : distance === 2 ? spaceGap : otherGap;
    this.#keyEnd = -1;
  }

  drop(): void {
    this.#keyEnd = -1;
  }
}
