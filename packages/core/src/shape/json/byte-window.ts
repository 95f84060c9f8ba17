/**
 * Bytes, and the same bytes as words of four.
 *
 * Contract: nothing is copied. One class for all, so that what reads windows is compiled once.
 */
export class ByteWindow {
  readonly bytes: Uint8Array;
  readonly view: DataView;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  /** Tells whether the bytes from `from` on are those of `key`. Contract: so many bytes exist. */
  has(key: ByteWindow, from: number): boolean {
    const length = key.bytes.length;
    let at = 0;
    for (; at + 4 <= length; at += 4) {
      if (this.view.getInt32(from + at, true) !== key.view.getInt32(at, true)) return false;
    }
    for (; at < length; at++) if (this.bytes[from + at] !== key.bytes[at]) return false;
    return true;
  }
}
