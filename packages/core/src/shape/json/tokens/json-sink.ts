import type { ByteWindow } from './byte-window.ts';

/** Where the token lies that is being told to a sink. */
export interface TokenPlace {
  /** Byte offset of its first byte, quotes included. */
  readonly tokenOffset: number;
  /** Bytes of the whole token, quotes included. */
  readonly tokenBytes: number;
  /** 1-based line of its last byte. */
  readonly tokenLine: number;
  /** The bytes that are being read, and the byte offset of the first. */
  readonly chunk: Uint8Array;
  readonly base: number;
}

/**
 * Is told each token of a JSON content.
 *
 * Contract: `source[from, to)` is the token as it stands in the content, without quotes, of which no more than the first
 * `maxTokenBytes` are given; it is valid during the call alone. `place` is the same object in every call.
 */
export interface JsonSink {
  /** Returns the position behind the closing quote where the key that is expected next stands at `from`, or -1. */
  expectKey(source: ByteWindow, from: number, place: TokenPlace): number;
  key(source: ByteWindow, from: number, to: number, place: TokenPlace): void;
  string(source: ByteWindow, from: number, to: number, place: TokenPlace): void;
  number(source: ByteWindow, from: number, to: number, place: TokenPlace): void;
  /** Contract: `word` is an index of `words` in `words.ts`. */
  word(word: number, place: TokenPlace): void;
  open(isArray: boolean, place: TokenPlace): void;
  /** Contract: `at` is the position of the closing bracket in the chunk. */
  close(at: number, place: TokenPlace): void;
  /** A value that nothing holds has ended. */
  endRoot(): void;
  /** The content breaks off at this position of the chunk, whatever is open. */
  abandon(at: number, place: TokenPlace): void;
  /** The chunk goes away: what is wanted of it is kept. */
  seam(place: TokenPlace): void;
}

/** No more of a token is looked at than this; the rest is measured. */
export const maxTokenBytes = 2_048;
