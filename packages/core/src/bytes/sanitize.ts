import { isSendable } from './is-sendable.ts';

/** What `isSendable` finds (halves of surrogate pairs by the u flag). */
const everyUnsendable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ud800-\udfff]/gu;

/** A text that every provider accepts, and how many characters were replaced to make it so. */
export interface SanitizedText {
  readonly text: string;
  readonly replaced: number;
}

/**
 * Replaces the characters that no provider accepts in a text.
 *
 * Contract: a C0 control (not tab, LF, CR) becomes its Unicode control picture, DEL U+2421, a lone surrogate U+FFFD;
 * each is one UTF-16 unit before and after. Returns the same string where nothing is replaced.
 */
export function sanitizeText(text: string): SanitizedText {
  if (isSendable(text)) return { text, replaced: 0 };
  let replaced = 0;
  const clean = text.replace(everyUnsendable, (char) => {
    replaced++;
    return pictureOf(char.charCodeAt(0));
  });
  return { text: clean, replaced };
}

function pictureOf(code: number): string {
  if (code === 0x7f) return '\u2421';
  return code < 0x20 ? String.fromCharCode(0x2400 + code) : '\ufffd';
}
