import type { Hit } from './needles.ts';
import type { ScanWindow } from './scan-window.ts';

/** An armor line that says PRIVATE KEY. Positions are those of bytes: where its dashes begin, and after its last. */
export interface Armor {
  readonly side: 'BEGIN' | 'END';
  readonly start: number;
  readonly end: number;
}

const before = /-{4,5} ?(BEGIN|END) (?:[A-Za-z0-9][A-Za-z0-9 .+_-]{0,60} )?$/u;
const after = /^PRIVATE KEY(?: BLOCK)? ?-{4,5}/u;
const maxBefore = 80;
const maxAfter = 24;

/** Any armor line, whatever its label: where a body ends. */
export const anyArmor: RegExp = /-{4,5} ?(?:BEGIN|END) [A-Z]/u;

/**
 * Reads the armor line around the words PRIVATE KEY.
 *
 * Contract: `undefined` for words that stand in no armor; `'more'` where the window ends too early to tell.
 */
export function readArmor(window: ScanWindow, { at, units }: Hit, isFinal: boolean): Armor | 'more' | undefined {
  const { stride } = units;
  const head = before.exec(window.text(at - maxBefore * stride, at, units));
  if (head === null) return undefined;
  if (!isFinal && window.end < at + maxAfter * stride) return 'more';
  const tail = after.exec(window.text(at, at + maxAfter * stride, units));
  if (tail === null) return undefined;
  return {
    side: head[1] as Armor['side'],
    start: at - head[0].length * stride,
    end: at + tail[0].length * stride,
  };
}
