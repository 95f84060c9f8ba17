import type { ByteRange } from '../handle/handle.ts';
import type { Hit } from './needles.ts';
import type { ScanWindow } from './scan-window.ts';

const identity = /^AGE-SECRET-KEY-(?:PQ-)?1/u;
const data = /^[02-9AC-HJ-NP-Z]+/u;
const minChars = 20;
const maxChars = 8_192;

/**
 * Finds the body of an age identity: what follows `AGE-SECRET-KEY-1`.
 *
 * Contract: the range is of characters after the needle's first. `'more'` where the window ends inside it; `undefined`
 * where no key follows.
 */
export function readAgeKey(window: ScanWindow, { at, units }: Hit, isFinal: boolean): ByteRange[] | 'more' | undefined {
  const text = window.text(at, at + maxChars * units.stride, units);
  const isWhole = isFinal || text.length === maxChars;
  const head = identity.exec(text)?.[0].length;
  if (head === undefined) return isWhole || text.length >= 24 ? undefined : 'more';
  const length = data.exec(text.slice(head))?.[0].length ?? 0;
  if (!isWhole && head + length === text.length) return 'more';
  const isCut = isFinal && head + length === text.length && length > 0;
  if (length < minChars && !isCut) return undefined;
  return [{ start: head, end: head + length }];
}
