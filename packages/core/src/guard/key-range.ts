import type { ByteRange } from '../handle/handle.ts';
import type { Units } from './scan-window.ts';

/** A run of bytes of a private key's body. */
export interface KeyRange extends ByteRange {
  /** The same for all runs of one key. */
  readonly key: number;
  /** How its bytes are read as characters; absent where each byte is one. */
  readonly units?: Units;
  /** It stands in base64, and is masked by base64 that decodes to the mask. */
  readonly isBase64?: true;
}

/** Makes the range of the characters `start` to `end` of a text that begins at a byte position. */
export function toKeyRange(at: number, characters: ByteRange, units: Units, key: number): KeyRange {
  const range = { start: at + characters.start * units.stride, end: at + characters.end * units.stride, key };
  return units.stride === 1 ? range : { ...range, units };
}
