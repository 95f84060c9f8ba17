import type { ListedTool } from '../provider-request.ts';
import { readCall } from './suggested-calls.ts';

/** Characters of a line that are quoted as evidence. */
const maxQuoted = 400;

/**
 * Finds the line of a text that shows that it holds a string.
 *
 * Contract: a line that is a call, or that says that nothing matched, only repeats the string and shows nothing. A line
 * that has it in quotation marks may repeat it too, and is taken only where there is no other.
 */
export function findEvidence(text: string, sought: string, tools: readonly ListedTool[]): string | undefined {
  const lines = text
    .split(/\r?\n/)
    .filter((line) => line.includes(sought) && !deniesMatch(line) && readCall(line, tools) === undefined);
  const best = lines.find((line) => !line.includes(`"${sought}"`)) ?? lines[0];
  return best === undefined ? undefined : quote(best, best.indexOf(sought), sought.length);
}

/** Finds the line that says `0 matches`. */
export function findDenial(text: string): string | undefined {
  const line = text.split(/\r?\n/).find((candidate) => /(?<![\d.,])0 matches\b/.test(candidate));
  return line === undefined ? undefined : quote(line, 0, 0);
}

function deniesMatch(line: string): boolean {
  return /(?<![\d.,])0 matches\b|\bno (?:more )?match/.test(line);
}

/** A long line is quoted around what was found in it. */
function quote(line: string, at: number, length: number): string {
  const start = Math.max(0, at - Math.max(0, Math.floor((maxQuoted - length) / 2)));
  return line.slice(start, Math.max(start + maxQuoted, at + length)).toWellFormed();
}
