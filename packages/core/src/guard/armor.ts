import { mapWrittenEscapes } from '../bytes/escapes.ts';
import type { Hit } from './needles.ts';
import type { ScanWindow } from './scan-window.ts';

/** An armor line that says PRIVATE KEY. Positions are those of bytes: where its dashes begin, and after its last. */
export interface Armor {
  readonly side: 'BEGIN' | 'END';
  readonly start: number;
  readonly end: number;
}

const before = /-{4,5} ?(BEGIN|END) (?:[A-Za-z0-9](?:(?!--)[A-Za-z0-9 .+_-]){0,60} )?$/u;
const after = /^PRIVATE KEY(?: BLOCK)? ?-{4,5}/u;
const maxBefore = 128;
const maxAfter = 48;

/** Any armor line, whatever its label: where a body ends. */
export const anyArmor: RegExp = /-{4,5} ?(?:BEGIN|END) [A-Z]/u;

/**
 * Reads the armor line around the words PRIVATE KEY.
 *
 * Contract: `undefined` for words that stand in no armor; `'more'` where the window ends too early to tell.
 */
export function readArmor(window: ScanWindow, { at, units }: Hit, isFinal: boolean): Armor | 'more' | undefined {
  const { stride } = units;
  const source = window.text(at - maxBefore * stride, at, units);
  const plain = mapWrittenEscapes(source);
  const head = before.exec(plain.text);
  if (head === null) return undefined;
  if (!isFinal && window.end < at + maxAfter * stride) return 'more';
  const plainTail = mapWrittenEscapes(window.text(at, at + maxAfter * stride, units));
  const tail = after.exec(plainTail.text);
  if (tail === null) return undefined;
  return {
    side: head[1] as Armor['side'],
    start: at - (source.length - plain.toSource(head.index)) * stride,
    end: at + plainTail.toSourceEnd(0, tail[0].length) * stride,
  };
}
