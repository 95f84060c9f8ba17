import { plural } from '../bytes/count-words.ts';
import type { KeyRange } from './key-range.ts';
import { scanKeys } from './scan.ts';

/** A text without key bodies. */
export interface RedactedText {
  readonly text: string;
  /** Bytes of key bodies that were left out; 0 means that the text is as it was. */
  readonly withheldBytes: number;
}

/** Line ends, prefixes and what else may stand between two lines of one key, but no member's name of a JSON object. */
const maxGapBytes = 256;
const memberName = /["']\s*:/u;

/** Says how much stood in a place: `[1,704 bytes of a private key withheld]`. */
function formatWithheld(byteLength: number): string {
  return `[${plural(byteLength, 'byte')} of a private key withheld]`;
}

/**
 * Puts a short note in the place of every key body in a short text: an error, an argument, a preview.
 *
 * Contract: lines of one key, and what stands between them, become one note. Returns the same string where there is no
 * key. Not for texts whose positions or line numbers count: `maskRanges` keeps those.
 */
export function redactText(text: string): RedactedText {
  const bytes = Buffer.from(text);
  const ranges = scanKeys(bytes);
  if (ranges.length === 0) return { text, withheldBytes: 0 };
  let withheldBytes = 0;
  let from = 0;
  const parts: string[] = [];
  for (let at = 0; at < ranges.length; ) {
    const first = ranges[at] as KeyRange;
    let [last, byteLength] = [first, first.end - first.start];
    for (at++; at < ranges.length && follows(bytes, last, ranges[at] as KeyRange); at++) {
      last = ranges[at] as KeyRange;
      byteLength += last.end - last.start;
    }
    parts.push(bytes.toString('utf8', from, first.start), formatWithheld(byteLength));
    withheldBytes += byteLength;
    from = last.end;
  }
  return { text: parts.join('') + bytes.toString('utf8', from), withheldBytes };
}

function follows(bytes: Buffer, last: KeyRange, next: KeyRange): boolean {
  if (last.key !== next.key || next.start - last.end > maxGapBytes) return false;
  return !memberName.test(bytes.toString('utf8', last.end, next.start));
}
