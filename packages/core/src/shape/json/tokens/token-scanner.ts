import { escapeBytes, isHexDigit, stringStops } from './byte-class.ts';
import type { ByteWindow } from './byte-window.ts';
import { numberClasses, numberStart, numberSteps } from './number-grammar.ts';
import { skipPlain } from './skip-plain.ts';

const quote = 0x22;
const backslash = 0x5c;
const lineFeed = 0x0a;

/** Is told what is wrong inside a string. */
export interface StringFaults {
  /** Contract: `at` is a position in the bytes being scanned. */
  wrongEscape(bytes: Uint8Array, at: number): void;
  /** Returns false where the string ends here, unfinished. */
  control(bytes: Uint8Array, at: number): boolean;
}

/**
 * Finds the end of strings and numbers.
 *
 * Contract: a token may be cut anywhere by the end of the bytes; the scan then goes on at position 0 of the next ones.
 */
export class TokenScanner {
  /** The state of `number-grammar.ts` in which the number ended. */
  numberState: number = numberStart;
  /** 1 behind a backslash; 2 to 5 where 4 to 1 hexadecimal digits are due. */
  #escape = 0;
  readonly #faults: StringFaults;

  constructor(faults: StringFaults) {
    this.#faults = faults;
  }

  /** Returns the position of the closing quote, the length where the bytes end before it, or -1 at a fault that ends it. */
  string(source: ByteWindow, from: number): number {
    const { bytes } = source;
    const end = bytes.length;
    let at = this.#escape === 0 ? from : this.#goOnEscape(bytes, from);
    for (;;) {
      at = skipPlain(source, at);
      if (at >= end) return end;
      let byte = bytes[at] as number;
      // Escapes often stand one behind the other.
      while (byte === backslash && at + 2 < end && escapeBytes[bytes[at + 1] as number] === 1) {
        at += 2;
        byte = bytes[at] as number;
      }
      if (stringStops[byte] === 0) continue;
      if (byte === quote) return at;
      if (byte === backslash) {
        this.#escape = 1;
        at = this.#goOnEscape(bytes, at + 1);
      } else if (this.#faults.control(bytes, at)) at++;
      else return -1;
    }
  }

  /** Forgets a string that will not go on. */
  dropString(): void {
    this.#escape = 0;
  }

  startNumber(): void {
    this.numberState = numberStart;
  }

  /** Returns the position behind the last byte of the number. */
  number(bytes: Uint8Array, from: number): number {
    const classes = numberClasses;
    const steps = numberSteps;
    const end = bytes.length;
    let state = this.numberState;
    let at = from;
    while (at < end) {
      const next = steps[(state << 3) | (classes[bytes[at] as number] as number)] as number;
      if (next === 0) break;
      state = next;
      at++;
    }
    this.numberState = state;
    return at;
  }

  /** A wrong escape ends before the byte that cannot belong to it. */
  #goOnEscape(bytes: Uint8Array, from: number): number {
    let at = from;
    for (; this.#escape !== 0 && at < bytes.length; at++) {
      const byte = bytes[at] as number;
      const kind = escapeBytes[byte] as number;
      if (this.#escape === 1 ? kind === 0 : !isHexDigit(byte)) {
        this.#escape = 0;
        // A line feed is told as what it is, a control character.
        if (byte !== lineFeed) this.#faults.wrongEscape(bytes, at);
        return at;
      }
      if (this.#escape === 1) this.#escape = kind === 1 ? 0 : 2;
      else this.#escape = this.#escape === 5 ? 0 : this.#escape + 1;
    }
    return at;
  }
}
