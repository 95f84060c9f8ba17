import type { ByteWindow } from '../tokens/byte-window.ts';

const firstPrime = 0x01000193;
const secondPrime = 0x85ebca6b | 0;
const secondSeed = 0x2545f491;

/**
 * Hashes short runs of bytes into 64 bits, left in two fields so that nothing is allocated.
 *
 * Contract: equal bytes with an equal `salt` have equal hashes; different ones differ but for a chance of 1 in 2^64.
 */
export class ByteHash {
  first = 0;
  second = 0;

  take({ bytes, view }: ByteWindow, from: number, to: number, salt: number): void {
    let first = salt;
    let second = secondSeed ^ (to - from);
    let at = from;
    for (const lastWord = to - 4; at <= lastWord; at += 4) {
      const word = view.getInt32(at, true);
      first = Math.imul(first ^ word, firstPrime) ^ (first >>> 15);
      second = Math.imul((second << 5) - second + word, secondPrime) ^ (second >>> 13);
    }
    for (; at < to; at++) {
      const byte = bytes[at] as number;
      first = Math.imul(first ^ byte, firstPrime) ^ (first >>> 15);
      second = Math.imul((second << 5) - second + byte, secondPrime) ^ (second >>> 13);
    }
    first ^= second >>> 11;
    this.first = Math.imul(first ^ (first >>> 16), secondPrime);
    this.second = Math.imul(second ^ (second >>> 13), firstPrime);
  }
}
