import { concatBytes } from './concat.ts';

const surrogateLead = 0xed;
/** In UTF-8 the byte after `ED` is below this; at or above it, the three bytes are half of a surrogate pair. */
const firstSurrogateByte = 0xa0;
/** The longest form of one byte: `\u001f`. */
const maxEscapeBytes = 6;

const encoder = new TextEncoder();

/** What stands for each byte that cannot stand for itself. */
const escapes: (Uint8Array | undefined)[] = Array.from({ length: 256 }, (_, byte) => {
  const char = String.fromCharCode(byte);
  const isEscaped = byte < 0x20 || char === '"' || char === '\\';
  return isEscaped ? encoder.encode(JSON.stringify(char).slice(1, -1)) : undefined;
});

/** Escapes a content while it streams. */
export interface JsonEscaper {
  /** Returns the escaped form of the next bytes, in an array of its own. */
  write(chunk: Uint8Array): Uint8Array;
  /** Returns what was held back: the start of a character that never came to its end. */
  end(): Uint8Array;
}

/**
 * Creates an escaper that writes bytes as the inside of a JSON string.
 *
 * Contract: of UTF-8, the bytes that `JSON.stringify` of the text gives; the three bytes of a lone surrogate become its
 * escape. Other bytes pass as they are. The same bytes whatever the chunking; holds at most two of them.
 */
export function createJsonEscaper(): JsonEscaper {
  let held: Uint8Array = new Uint8Array();
  return {
    write(chunk) {
      const bytes = held.length === 0 ? chunk : concatBytes([held, chunk]);
      const whole = bytes.length - cutSurrogateLength(bytes);
      held = bytes.slice(whole);
      return escapeBytes(bytes.subarray(0, whole));
    },
    end() {
      const rest = held;
      held = new Uint8Array();
      return rest;
    },
  };
}

function escapeBytes(bytes: Uint8Array): Uint8Array {
  const out = new Uint8Array(bytes.length * maxEscapeBytes);
  let to = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number;
    const escaped = byte === surrogateLead ? surrogateEscape(bytes, at) : escapes[byte];
    if (escaped === undefined) {
      out[to++] = byte;
      continue;
    }
    out.set(escaped, to);
    to += escaped.length;
    if (byte === surrogateLead) at += 2;
  }
  return out.subarray(0, to);
}

function surrogateEscape(bytes: Uint8Array, at: number): Uint8Array | undefined {
  const second = bytes[at + 1] ?? 0;
  const third = bytes[at + 2] ?? 0;
  if (second < firstSurrogateByte || second > 0xbf || third < 0x80 || third > 0xbf) return undefined;
  const unit = 0xd000 | ((second & 0x3f) << 6) | (third & 0x3f);
  return encoder.encode(`\\u${unit.toString(16)}`);
}

/** Counts the bytes at the end that may begin a surrogate. */
function cutSurrogateLength(bytes: Uint8Array): number {
  const { length } = bytes;
  if (bytes[length - 1] === surrogateLead) return 1;
  return bytes[length - 2] === surrogateLead && (bytes[length - 1] as number) >= firstSurrogateByte ? 2 : 0;
}
