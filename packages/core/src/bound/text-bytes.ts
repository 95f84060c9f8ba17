const encoder = new TextEncoder();

/**
 * Encodes text as UTF-8 and keeps what UTF-8 has no form for: a lone surrogate becomes its three generalized bytes
 * (WTF-8), so that two different texts are never the same bytes.
 */
export function textToBytes(text: string): Uint8Array {
  if (text.isWellFormed()) return encoder.encode(text);
  const parts: Uint8Array[] = [];
  let start = 0;
  for (const match of text.matchAll(loneSurrogate)) {
    parts.push(encoder.encode(text.slice(start, match.index)), surrogateBytes(match[0].charCodeAt(0)));
    start = match.index + 1;
  }
  parts.push(encoder.encode(text.slice(start)));
  return Buffer.concat(parts);
}

const loneSurrogate = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

function surrogateBytes(unit: number): Uint8Array {
  return Uint8Array.of(0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 0x3f), 0x80 | (unit & 0x3f));
}

/** Encodes the pieces of one text: a surrogate pair cut between two pieces comes out whole. */
export class TextPieces {
  #held = '';

  write(piece: string): Uint8Array {
    const text = this.#held + piece;
    const last = text.charCodeAt(text.length - 1);
    this.#held = last >= 0xd800 && last <= 0xdbff ? text.slice(-1) : '';
    return textToBytes(this.#held === '' ? text : text.slice(0, -1));
  }

  end(): Uint8Array {
    const held = this.#held;
    this.#held = '';
    return textToBytes(held);
  }
}
