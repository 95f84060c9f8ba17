import type { TextEncoding } from './byte-source.ts';
import { createByteMap, type DecodedText, decodeText } from './text-units.ts';
import { floorCodePoint } from './utf8-edge.ts';

/** How bytes become text, and where between them text may be cut. */
export interface TextCodec {
  /** As the Encoding Standard calls it. */
  readonly name: string;
  /** Decodes bytes that begin and end on characters. */
  decode(bytes: Uint8Array): DecodedText;
  /** Maps UTF-16 indexes of `text`, which is `bytes` decoded, to positions in `bytes`; see `createByteMap`. */
  toByteMap(bytes: Uint8Array, text: string): (index: number) => number;
  /** Finds the last edge of a character at or before a position in bytes that begin with one. */
  floor(bytes: Uint8Array, at: number): number;
}

/** Returns the codec of an encoding that is detected. */
export function codecOf(encoding: TextEncoding): TextCodec {
  return {
    name: encoding,
    decode: (bytes) => decodeText(bytes, encoding),
    toByteMap: (bytes, text) => createByteMap(bytes, text, encoding),
    floor: (bytes, at) => floorOf(bytes, at, encoding),
  };
}

function floorOf(bytes: Uint8Array, at: number, encoding: TextEncoding): number {
  if (encoding === 'binary' || at <= 0) return Math.max(0, at);
  if (encoding === 'utf-8') return floorCodePoint(bytes, at);
  const edge = at - (at % 2);
  const high = encoding === 'utf-16le' ? 1 : 0;
  const isHalf = (unit: number, kind: number): boolean => ((bytes[unit + high] ?? 0) & 0xfc) === kind;
  return edge >= 2 && isHalf(edge, 0xdc) && isHalf(edge - 2, 0xd8) ? edge - 2 : edge;
}
