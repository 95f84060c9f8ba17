import { hasControls } from './controls.ts';
import type { Range } from './scan.ts';
import { createUnescapeWide, type UnescapeWide, wideBytes } from './unescape-wide.ts';

const BACKSLASH = 0x5c;
const SLASH = 0x2f;
/** After a run this long without an escape the next one is looked for by the native search. */
const LONG_RUN_BYTES = 24;
const PROBE_BYTES = 48;
/** The most that the last escape may write past the end of a piece: a character of four bytes. */
const OVERRUN_BYTES = 4;
const UNICODE_ESCAPE_BYTES = 6;
/** Below this, copying costs more than is won. */
const MIN_WIDE_BYTES = 256;

/** What the short escapes stand for, by the character after the back-slash. */
const SHORT_ESCAPES: Uint8Array = new Uint8Array(256);
for (const [char, byte] of Object.entries({ '"': 34, '\\': 92, '/': 47, b: 8, f: 12, n: 10, r: 13, t: 9 })) {
  SHORT_ESCAPES[char.charCodeAt(0)] = byte;
}

/** `JSON.stringify` does not write this one. */
const CANONICAL_ESCAPES = SHORT_ESCAPES.with(SLASH, 0);

let made: UnescapeWide | 'none' | undefined;

function wideUnescape(): UnescapeWide | undefined {
  made ??= createUnescapeWide(CANONICAL_ESCAPES) ?? 'none';
  return made === 'none' ? undefined : made;
}

/**
 * Turns the inside of a JSON string literal into UTF-8 bytes, without a string on the way: a fraction of what a parse and
 * an encoding cost.
 */
export class Unescaper {
  #bytes: Buffer;
  #end: number;
  #at: number;
  #isCanonical = true;
  #out = Buffer.alloc(0);

  constructor(bytes: Buffer, inside: Range) {
    this.#bytes = bytes;
    this.#at = inside.start;
    this.#end = inside.end;
  }

  /**
   * The position of the first byte that is not decoded yet; it begins a character or an escape, or goes on with plain
   * bytes.
   */
  get at(): number {
    return this.#at;
  }

  /**
   * Tells whether `JSON.stringify` writes the same, where the bytes are UTF-8: its escapes, and no bare control
   * characters.
   */
  get isCanonical(): boolean {
    return this.#isCanonical;
  }

  /** Goes on in other bytes, which begin with those decoded so far, up to `end`. */
  extend(bytes: Buffer, end: number): void {
    this.#bytes = bytes;
    this.#end = end;
  }

  /** Returns about `pieceBytes` more, valid until the next call; nothing at the end. */
  next(pieceBytes: number): Buffer {
    const stop = Math.min(this.#end, this.#at + pieceBytes);
    const base = this.#at;
    const length = stop - base;
    if (length === 0) return Buffer.alloc(0);
    // What is decoded is never longer than what it was, so it is moved down inside one copy.
    if (this.#out.length < length + OVERRUN_BYTES) this.#out = Buffer.allocUnsafeSlow(length + OVERRUN_BYTES);
    const out = this.#out;
    this.#bytes.copy(out, 0, base, stop);
    let from = 0;
    let to = 0;
    const unescapeWide = length >= MIN_WIDE_BYTES ? wideUnescape() : undefined;
    while (from < length) {
      const end = unescapeWide === undefined ? length : Math.min(length, from + wideBytes);
      if (unescapeWide !== undefined && end - from >= MIN_WIDE_BYTES) {
        const wide = unescapeWide(out, from, end, to);
        this.#isCanonical &&= !wide.hasControls;
        from += wide.read;
        to += wide.written;
      }
      this.#isCanonical &&= !hasControls(out.subarray(from, end));
      [from, to] = this.#step(out, { from, to, end, base });
    }
    this.#at = base + from;
    return out.subarray(0, to);
  }

  /** Decodes `[from, end)` of a piece that begins at `base` of the source, down to `to`; returns the places reached. */
  #step(out: Buffer, part: { from: number; to: number; end: number; base: number }): [from: number, to: number] {
    const { end, base } = part;
    let { from, to } = part;
    const bytes = out.subarray(0, end);
    let lastRun = 0;
    while (from < end) {
      const run = lastRun > LONG_RUN_BYTES ? findRun(bytes, from) : stepRun(bytes, from, to);
      if (lastRun > LONG_RUN_BYTES && from !== to) out.copyWithin(to, from, run);
      to += run - from;
      lastRun = run - from;
      from = run;
      if (from >= end) break;
      if (out[from] !== BACKSLASH) continue;
      this.#at = base + from;
      to = this.#escape(out, to);
      from = this.#at - base;
    }
    return [from, to];
  }

  /** Decodes the escape at the place reached, from the source: it may go on after the piece. */
  #escape(out: Buffer, to: number): number {
    const letter = this.#bytes[this.#at + 1] ?? 0;
    if (letter === 0x75) return this.#unicodeEscape(out, to);
    const byte = SHORT_ESCAPES[letter]!;
    if (byte === 0 || this.#at + 2 > this.#end) {
      throw new SyntaxError('a string holds an escape that JSON does not know');
    }
    if (letter === SLASH) this.#isCanonical = false;
    this.#at += 2;
    out[to] = byte;
    return to + 1;
  }

  #unicodeEscape(out: Buffer, to: number): number {
    const start = this.#at;
    const unit = this.#codeUnit(start);
    if (unit === undefined) throw new SyntaxError('a string holds a broken \\u escape');
    this.#at += UNICODE_ESCAPE_BYTES;
    const low = unit >= 0xd800 && unit <= 0xdbff ? this.#codeUnit(this.#at) : undefined;
    if (low === undefined || low < 0xdc00 || low > 0xdfff) {
      this.#isCanonical &&= this.#bytes.toString('latin1', start, this.#at) === canonicalEscape(unit);
      return writeCodePoint(unit, out, to);
    }
    this.#isCanonical = false;
    this.#at += UNICODE_ESCAPE_BYTES;
    return writeCodePoint(0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00), out, to);
  }

  /** Returns the code unit of a `\uXXXX` at a position; `undefined` where there is none. */
  #codeUnit(at: number): number | undefined {
    if (at + UNICODE_ESCAPE_BYTES > this.#end || this.#bytes[at] !== BACKSLASH || this.#bytes[at + 1] !== 0x75) {
      return undefined;
    }
    const digits = this.#bytes.toString('latin1', at + 2, at + UNICODE_ESCAPE_BYTES);
    return /^[0-9a-fA-F]{4}$/.test(digits) ? Number.parseInt(digits, 16) : undefined;
  }
}

/** Returns what `JSON.stringify` writes for a code unit that stands alone. */
function canonicalEscape(unit: number): string {
  return JSON.stringify(String.fromCharCode(unit)).slice(1, -1);
}

/** Returns where a run of plain bytes ends, by the native search. */
function findRun(bytes: Buffer, from: number): number {
  const found = bytes.indexOf(BACKSLASH, from);
  return found === -1 ? bytes.length : found;
}

/** Moves plain bytes down one by one, for a while; returns where it stopped. */
function stepRun(bytes: Buffer, from: number, to: number): number {
  const end = Math.min(bytes.length, from + PROBE_BYTES);
  let at = from;
  while (at < end) {
    const byte = bytes[at]!;
    if (byte === BACKSLASH) break;
    bytes[to + at - from] = byte;
    at++;
  }
  return at;
}

function writeCodePoint(code: number, out: Buffer, written: number): number {
  let to = written;
  if (code < 0x80) {
    out[to++] = code;
  } else if (code < 0x800) {
    out[to++] = 0xc0 | (code >> 6);
    out[to++] = 0x80 | (code & 0x3f);
  } else if (code < 0x10000) {
    out[to++] = 0xe0 | (code >> 12);
    out[to++] = 0x80 | ((code >> 6) & 0x3f);
    out[to++] = 0x80 | (code & 0x3f);
  } else {
    out[to++] = 0xf0 | (code >> 18);
    out[to++] = 0x80 | ((code >> 12) & 0x3f);
    out[to++] = 0x80 | ((code >> 6) & 0x3f);
    out[to++] = 0x80 | (code & 0x3f);
  }
  return to;
}
