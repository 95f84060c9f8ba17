/**
 * The bytes that are being read, and the same bytes as words of four.
 *
 * Contract: nothing is copied. For few and large arrays: a view costs more than a short array itself.
 */
export class ByteWindow {
  readonly bytes: Uint8Array;
  readonly view: DataView;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }
}
