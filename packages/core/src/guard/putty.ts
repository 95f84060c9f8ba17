import type { Hit } from './needles.ts';
import type { ScanWindow } from './scan-window.ts';

const header = /^Private-Lines: ?\d+/u;
const headerChars = 32;

/** Finds where the header of a PuTTY key's private lines ends, in bytes; `'more'` where the window ends too early. */
export function readPutty(window: ScanWindow, { at, units }: Hit, isFinal: boolean): number | 'more' | undefined {
  const text = window.text(at, at + headerChars * units.stride, units);
  if (text.length < headerChars && !isFinal) return 'more';
  const head = header.exec(text);
  return head === null ? undefined : at + head[0].length * units.stride;
}
