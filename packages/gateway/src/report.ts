import type { Writable } from 'node:stream';

const MAX_REPORTS = 50;
const MAX_REPORT_CHARACTERS = 300;

/** Writes one line for the operator. */
export type Report = (line: string) => void;

/**
 * Creates a reporter that writes to standard error.
 *
 * Contract: each line begins with `spillway: `, holds no control characters and at most 300 characters; after 50 lines
 * it says once that it stops. Never throws, never waits.
 */
export function createReport(stderr: Writable): Report {
  let count = 0;
  return (line) => {
    count++;
    if (count > MAX_REPORTS || stderr.destroyed) return;
    const text = count === MAX_REPORTS ? 'more than 50 lines like these; no more will be written' : toPrintable(line);
    stderr.write(`spillway: ${text}\n`);
  };
}

/** Returns a text of printable characters, cut at `maxCharacters`. */
export function toPrintable(text: string, maxCharacters: number = MAX_REPORT_CHARACTERS): string {
  const cut = text.length > maxCharacters ? `${text.slice(0, maxCharacters)}…` : text;
  return cut.toWellFormed().replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, ' ');
}
