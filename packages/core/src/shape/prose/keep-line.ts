import { takeEscaped } from '../../bytes/escaped-length.ts';
import type { KeptLine } from '../parts/kept-line.ts';
import { heldBytes } from '../parts/line-blocks.ts';
import { lineText } from '../parts/line-text.ts';

/** Escaped bytes of one line that are kept. */
const keptBytes = 400;
/** A word that stands further behind is shown with what is around it, not with the line's start. */
const startChars = 240;
const charsBefore = 80;

/**
 * Keeps a line from the midst of a text: all of a short one, of a long one its start or what is around the first of
 * `words` in it.
 *
 * Contract: `bytes` is the whole line, or at least the first 64 KiB of it; of a line of 64 KiB or more the length is not
 * told, so that it does not depend on the chunking.
 */
export function keepLine(line: number, bytes: Uint8Array, words: readonly { readonly text: string }[] = []): KeptLine {
  const isPart = bytes.length >= heldBytes;
  const whole = lineText(bytes.subarray(0, heldBytes), isPart);
  if (!isPart && takeEscaped(whole, keptBytes) === whole.length) return { line, text: whole };
  const around = aroundWord(whole, words);
  const text = around.slice(0, takeEscaped(around, keptBytes));
  return { line, text, ...(isPart ? { isPart } : { byteLength: bytes.length }) };
}

function aroundWord(text: string, words: readonly { readonly text: string }[]): string {
  let first = text.length;
  for (const word of words) {
    const at = text.indexOf(word.text);
    if (at >= 0 && at < first) first = at;
  }
  if (first === text.length || first < startChars) return text;
  return `…${text.slice(first - charsBefore).replace(/^[\udc00-\udfff]/u, '')}`;
}
