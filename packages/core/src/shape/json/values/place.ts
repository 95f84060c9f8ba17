/** The first bytes of one element of an array or map, kept because something rare is in it. */
export interface Snapshot {
  readonly offset: number;
  /** The whole length of the element; 0 while it is open. */
  byteLength: number;
  bytes: Uint8Array;
}

/** Where something stands. */
export interface Place {
  readonly offset: number;
  readonly line: number;
  /** Path of the element that holds it, such as `rows[412]`. */
  readonly path: string;
  readonly element: Snapshot | undefined;
}

/** Something that is found at no more places than this is rare: all of them are kept. */
export const maxPlaces = 12;
/** Places that are kept of what is not rare. */
const fewPlaces = 2;

/**
 * Keeps where something was found.
 *
 * Contract: all places up to `maxPlaces`; then the first few. `count` is exact.
 */
export class Places {
  count = 0;
  list: Place[] = [];

  /** Counts one more and tells whether its place is wanted. */
  wantsNext(): boolean {
    return ++this.count <= maxPlaces;
  }

  /** Keeps the first few where there are too many for all to be told. Returns how many are left. */
  thin(): number {
    if (this.count > maxPlaces) this.list.length = Math.min(this.list.length, fewPlaces);
    return this.list.length;
  }

  /** Adds what another has found. */
  addAll(other: Places): void {
    this.count += other.count;
    this.list = [...this.list, ...other.list].sort((a, b) => a.offset - b.offset);
    this.thin();
  }
}
