import { drawLine, plural } from '@spillway/core';

/** A text as a terminal shows it in the end. */
export interface FoldedText {
  readonly text: string;
  /** What was left out, in words. */
  readonly leftOut: string;
}

/** Redraws alone are folded where they are most of a text; a line or two of them does no harm. */
const worthwhileShare = 0.5;
// biome-ignore lint/complexity/useRegexLiterals: a literal would hold raw control characters.
const unsendable = new RegExp('[\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f]');

/**
 * Folds a text that was written for a terminal: escape sequences go, and of what a progress display drew over the last
 * frame stays.
 *
 * Contract: undefined for a text without them, for one that is no UTF-8, and for one with other control characters in it.
 * Line ends stay as they are, CRLF included. Redraws without escape sequences are folded where that halves the text.
 */
export function foldTerminalText(bytes: Uint8Array): FoldedText | undefined {
  const text = decode(bytes);
  if (text === undefined || !/[\r\u001b]/.test(text)) return undefined;
  const hasEscapes = text.includes('\u001b');
  let redraws = 0;
  const lines = text.split('\n').map((line) => {
    const hasReturn = line.endsWith('\r');
    const drawn = drawLine(hasReturn ? line.slice(0, -1) : line);
    redraws += drawn.frames - 1;
    return hasReturn ? `${drawn.text}\r` : drawn.text;
  });
  const folded = lines.join('\n');
  const isWorthwhile = hasEscapes || folded.length <= text.length * worthwhileShare;
  if (!isWorthwhile || folded.trim() === '' || unsendable.test(folded)) return undefined;
  return { text: folded, leftOut: wordsFor(hasEscapes, redraws) };
}

function wordsFor(hasEscapes: boolean, redraws: number): string {
  const what = [...(hasEscapes ? ['terminal codes'] : []), ...(redraws > 0 ? [plural(redraws, 'redraw')] : [])];
  return `${what.join(' and ')} left out`;
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
