import { mapWrittenEscapes } from '../bytes/escapes.ts';
import type { ByteRange } from '../handle/handle.ts';
import type { Armor } from './armor.ts';
import { isLikePrefix, normalizePrefix } from './prefix.ts';
import type { ScanWindow, Units } from './scan-window.ts';
import { contentEnd, findRuns, isLikeBase64, isMostlyLetters } from './segment.ts';

/** How far before a lone END line its body is looked for. */
export const maxLoneBytes = 262_144;
const steps: readonly number[] = [4_096, 32_768, maxLoneBytes];
const minRun = 16;
const separator = /\r?\n|\\+r\\+n|\\+[nr]/gu;

interface Line {
  readonly start: number;
  readonly text: string;
}

/**
 * Finds the body before an END line whose BEGIN line did not come: what `tail` leaves of a key.
 *
 * Contract: goes back over lines of base64 of one length and one prefix, at most 256 KiB; only the last of them, or a
 * first one that the stream's start cuts, may be shorter. Returns rising ranges of characters, counted back from the
 * armor, so negative.
 */
export function readBodyBefore(window: ScanWindow, armor: Armor, units: Units, notBefore: number): ByteRange[] {
  let runs: ByteRange[] = [];
  for (const step of steps) {
    const start = Math.max(notBefore, window.start, alignDown(armor.start - step, armor.start, units));
    const text = window.text(start, armor.start, units);
    const found = walkBack(toLines(text), start === notBefore);
    runs = found.runs.map((run) => ({ start: run.start - text.length, end: run.end - text.length }));
    if (found.hasEnded || start === notBefore || start === window.start) break;
  }
  return runs.reverse();
}

function alignDown(position: number, reference: number, { stride }: Units): number {
  return stride === 1 || (reference - position) % 2 === 0 ? position : position - 1;
}

function toLines(text: string): Line[] {
  const lines: Line[] = [];
  let start = 0;
  for (const match of text.matchAll(separator)) {
    lines.push({ start, text: text.slice(start, match.index) });
    start = match.index + match[0].length;
  }
  lines.push({ start, text: text.slice(start) });
  return lines;
}

/** Runs from the last line to the first; `hasEnded` says that the body's first line is among them. */
function walkBack(lines: readonly Line[], isWhole: boolean): { runs: ByteRange[]; hasEnded: boolean } {
  const runs: ByteRange[] = [];
  let prefix: string | undefined;
  let width = 0;
  for (let index = lines.length - 1; index >= 0; index--) {
    // The first line of a part is cut, so that a larger part has to tell.
    if (index === 0 && !isWhole) break;
    const { start, text: source } = lines[index] as Line;
    const plain = mapWrittenEscapes(source);
    const { text } = plain;
    if (text.trim() === '' && runs.length === 0) continue;
    const last = lastRun(text);
    if (last === undefined) return { runs, hasEnded: true };
    const length = last.end - last.start;
    const before = normalizePrefix(text.slice(0, last.start));
    const isCutLine = index === 0 && isWhole;
    if (prefix !== undefined && before !== prefix && !(isCutLine && isLikePrefix(before, prefix))) {
      return { runs, hasEnded: true };
    }
    const isFull = length >= minRun && isMostlyLetters(last.text);
    if (width > 0 ? length !== width && !(isCutLine && length < width) : !isFull && !isEnd(last.text, runs.length)) {
      return { runs, hasEnded: true };
    }
    // The last line may be shorter than the others; the one before it sets the width.
    if (runs.length > 0 && width === 0 && isFull) width = length;
    prefix = before;
    runs.push({ start: start + plain.toSource(last.start), end: start + plain.toSourceEnd(last.start, last.end) });
  }
  return { runs, hasEnded: false };
}

function lastRun(text: string): { start: number; end: number; text: string } | undefined {
  const end = contentEnd(text);
  return findRuns(text).findLast((run) => run.end === end);
}

/** A short last line, or the checksum that stands after it. */
function isEnd(run: string, before: number): boolean {
  if (before > 1) return false;
  return run.length % 4 === 0 ? run.endsWith('=') || isLikeBase64(run) || run.length >= 8 : /^=[\w+/]{4}$/u.test(run);
}
