import type { Writable } from 'node:stream';
import { toLine } from '../text/escapes.ts';
import { formatBytes } from './counts.ts';

/** Shows how far long work has come. */
export interface Progress {
  add(byteLength: number): void;
  /** Removes the line; what is written next starts at the left edge. */
  clear(): void;
}

const FIRST_AFTER_MS = 1_000;
const EVERY_MS = 200;

/**
 * Creates a progress line for work that lasts longer than a second.
 *
 * Contract: writes to a terminal only, one line that rewrites itself; silent everywhere else.
 */
export function createProgress(stream: Writable & { isTTY?: boolean }, what: string): Progress {
  if (stream.isTTY !== true) return { add: () => {}, clear: () => {} };
  let total = 0;
  let nextAt = Date.now() + FIRST_AFTER_MS;
  let isShown = false;
  return {
    add(byteLength) {
      total += byteLength;
      if (Date.now() < nextAt) return;
      nextAt = Date.now() + EVERY_MS;
      isShown = true;
      stream.write(`\r\u001b[K${toLine(what)}: ${formatBytes(total)}`);
    },
    clear() {
      if (isShown) stream.write('\r\u001b[K');
      isShown = false;
    },
  };
}
