import { concatBytes } from './concat.ts';
import { utf8ToString } from './decode.ts';
import { incompleteTailLength } from './utf8-edge.ts';

const backslash = 0x5c;
const letterU = 0x75;
/** `\u0041` */
const longestEscape = 6;

/**
 * Decodes what stands between the quotes of a JSON string.
 *
 * Contract: pieces may be cut anywhere; a surrogate pair whose halves are two escapes may come out in two. Throws a
 * `SyntaxError` for what no JSON string holds.
 */
export class JsonStringPieces {
  #held: Uint8Array = new Uint8Array(0);

  write(piece: Uint8Array): string {
    const bytes = this.#held.length === 0 ? piece : concatBytes([this.#held, piece]);
    const end = Math.min(bytes.length - incompleteTailLength(bytes), escapeEdge(bytes));
    this.#held = bytes.slice(end);
    return decoded(bytes.subarray(0, end));
  }

  end(): string {
    const rest = this.#held;
    this.#held = new Uint8Array(0);
    return decoded(rest);
  }
}

function decoded(bytes: Uint8Array): string {
  return JSON.parse(`"${utf8ToString(bytes)}"`) as string;
}

/** Where an escape begins that goes on past the end; the end where none does. */
function escapeEdge(bytes: Uint8Array): number {
  const at = bytes.lastIndexOf(backslash);
  if (at < bytes.length - longestEscape + 1 || at < 0) return bytes.length;
  let first = at;
  while (bytes[first - 1] === backslash) first--;
  // Of an even number of backslashes each second one is escaped.
  if ((at - first) % 2 === 1) return bytes.length;
  const length = bytes[at + 1] === letterU ? longestEscape : 2;
  return at + length > bytes.length ? at : bytes.length;
}
