import { ByteWindow } from '../tokens/byte-window.ts';
import { LiteralBuffer } from '../values/literal-buffer.ts';

/** Bytes of a key that are kept. */
const keptBytes = 120;

/**
 * Follows the keys of objects whose keys are data.
 *
 * Contract: `count` is exact, a key that stands in several objects counting each time.
 */
export class MapKeys {
  count = 0;
  /** What all keys start with. */
  prefixBytes: number = keptBytes;
  readonly first: LiteralBuffer = new LiteralBuffer();
  readonly last: LiteralBuffer = new LiteralBuffer();

  /** Contract: a key as it stands, or the beginning of a long one. */
  add(source: ByteWindow, from: number, to: number, times = 1): void {
    const end = Math.min(to, from + keptBytes);
    this.last.set(source, from, end);
    const isFirst = this.count === 0;
    this.count += times;
    if (isFirst) {
      this.first.set(source, from, end);
      this.prefixBytes = end - from;
      return;
    }
    this.prefixBytes = this.first.sharedBytes(source, from, Math.min(this.prefixBytes, end - from));
  }

  addAll(other: MapKeys): void {
    if (other.count === 0) return;
    const count = this.count + other.count;
    this.add(new ByteWindow(other.first.toBytes()), 0, other.first.byteLength);
    this.prefixBytes = Math.min(this.prefixBytes, other.prefixBytes);
    this.last.copy(other.last);
    this.count = count;
  }
}
