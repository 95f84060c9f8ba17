import { concatBytes } from '../bytes/concat.ts';
import { createDecoder, utf8ToString } from '../bytes/decode.ts';
import { sanitizeText } from '../bytes/sanitize.ts';

/** A text that every provider accepts, and how many characters of the content it shows by a picture. */
export interface PicturedText {
  readonly text: string;
  readonly replaced: number;
}

/**
 * Turns the bytes of a text into what may be sent: control characters become their picture, and each sequence that is no
 * UTF-8 becomes one U+FFFD, a lone surrogate in its WTF-8 form among them.
 */
export function pictureText(bytes: Uint8Array): PicturedText {
  const surrogates = foldSurrogates(bytes);
  const decoder = createDecoder('utf-8', { keepByteOrderMark: true });
  const decoded = concatBytes([decoder.write(surrogates.bytes), decoder.end()]);
  const { text, replaced } = sanitizeText(utf8ToString(decoded));
  return { text, replaced: replaced + decoder.replacements + surrogates.count };
}

function foldSurrogates(bytes: Uint8Array): { bytes: Uint8Array; count: number } {
  const parts: Uint8Array[] = [];
  let from = 0;
  for (let at = bytes.indexOf(0xed); at !== -1; at = bytes.indexOf(0xed, at + 1)) {
    if (((bytes[at + 1] ?? 0) & 0xe0) !== 0xa0 || ((bytes[at + 2] ?? 0) & 0xc0) !== 0x80) continue;
    parts.push(bytes.subarray(from, at), replacement);
    from = at + 3;
  }
  if (parts.length === 0) return { bytes, count: 0 };
  return { bytes: concatBytes([...parts, bytes.subarray(from)]), count: parts.length / 2 };
}

const replacement = Uint8Array.of(0xef, 0xbf, 0xbd);
