import { utf8ToString } from '../../bytes/decode.ts';
import { toShownText } from './shown-text.ts';

const byteOrderMark = '\ufeff';

/**
 * Turns the bytes of one line into text to be shown.
 *
 * Contract: as `toShownText`; bytes that are no UTF-8 become U+FFFD, and a byte order mark at the start is left out.
 * `isPart` says that the line goes on behind `bytes`.
 */
export function lineText(bytes: Uint8Array, isPart = false): string {
  const text = utf8ToString(bytes);
  return toShownText(text.startsWith(byteOrderMark) ? text.slice(1) : text, isPart);
}
