import { base64MediaType, looksLikeBase64 } from './base64.ts';
import type { KeptLine } from './kept-line.ts';

/** A line as `base64` and MIME wrap it: 60 to 100 characters of the alphabet, with nothing else in it. */
const wrapped = /^[A-Za-z0-9+/_-]{60,100}$/u;
const lastWrapped = /^[A-Za-z0-9+/_-]+={0,2}$/u;
/** Fewer lines may be words. */
const fewestLines = 3;

/**
 * Leaves out the lines of wrapped base64, and names their type in the first of them.
 *
 * Contract: `lines` stand in their order; three lines or more in a row count, and a shorter one that ends them.
 */
export function foldBase64(lines: readonly KeptLine[]): readonly KeptLine[] {
  const folded: KeptLine[] = [];
  for (let at = 0; at < lines.length; ) {
    const end = endOfRun(lines, at);
    const first = lines[at] as KeptLine;
    if (end - at < fewestLines) {
      folded.push(first);
      at++;
      continue;
    }
    const type = base64MediaType(first.text);
    folded.push({ line: first.line, text: `<base64${type === undefined ? '' : ` of ${type}`}, from here on>` });
    at = end;
  }
  return folded.length === lines.length ? lines : folded;
}

function endOfRun(lines: readonly KeptLine[], start: number): number {
  let end = start;
  while (end < lines.length && isWrapped(lines[end] as KeptLine) && follows(lines, end, start)) end++;
  if (end === start || end === lines.length) return end;
  return lastWrapped.test((lines[end] as KeptLine).text) && follows(lines, end, start) ? end + 1 : end;
}

function isWrapped({ text }: KeptLine): boolean {
  return wrapped.test(text) && looksLikeBase64(text);
}

function follows(lines: readonly KeptLine[], at: number, start: number): boolean {
  return at === start || (lines[at - 1] as KeptLine).line + 1 === (lines[at] as KeptLine).line;
}
