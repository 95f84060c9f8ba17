import { formatBytes, formatCount } from '../../bytes/count-words.ts';
import { jsonEscapedLength, takeEscaped } from '../../bytes/escaped-length.ts';
import { drawLine } from '../../bytes/escapes.ts';
import { sanitizeText } from '../../bytes/sanitize.ts';
import { nameBase64 } from './base64.ts';

/** Characters that some readers take for the end of a line, and which must not end one of ours. */
const otherLineEnds = /[\r\n\u0085\u2028\u2029]/g;
const newlinePicture = '\u2424';

/**
 * Makes one line of content fit to be shown: progress redraws folded to the last one, colours removed, runs of Base64
 * named, and nothing left that a provider refuses or that a reader could take for a line end.
 *
 * Contract: the result holds no LF, CR, U+0085, U+2028, U+2029 or C0 control but tab. `isPart` says that the line goes on,
 * so that the size of Base64 at its end is not known.
 */
export function toShownText(line: string, isPart = false): string {
  const { text, frames } = drawLine(line);
  const shown = frames > 1 ? `${text} (last of ${formatCount(frames)} redraws)` : text;
  return sanitizeText(nameBase64(shown, isPart)).text.replace(otherLineEnds, newlinePicture);
}

/**
 * Cuts shown text to a budget of JSON-escaped bytes.
 *
 * Contract: `byteLength` is the length of the whole content, `isPart` says that `text` is only its beginning. What is
 * cut ends with `…` and says that length. Never cuts inside a code point; returns `''` where not even the mark fits.
 */
export function cutText(text: string, maxBytes: number, byteLength: number, isPart = false): string {
  if (!isPart && (text.length * 6 <= maxBytes || jsonEscapedLength(text) <= maxBytes)) return text;
  const mark = `… (of ${formatBytes(byteLength)})`;
  const room = maxBytes - jsonEscapedLength(mark);
  return room < 0 ? '' : text.slice(0, takeEscaped(text, room)) + mark;
}
