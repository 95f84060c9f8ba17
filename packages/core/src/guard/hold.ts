import { maxLoneBytes } from './lone-end.ts';
import type { ScanWindow } from './scan-window.ts';

const lineFeed = 0x0a;
const minLineBytes = 17;
const maxLineBytes = 512;
const base64Line = /[A-Za-z0-9+/=]{16,}\r?$/u;

/**
 * Says from where on a stream is kept, given that all before `cut` would be let go.
 *
 * Contract: at most `cut`. Lower only where `cut` lies among lines of one length that end in base64, for they may be the
 * body of a key whose END line is still to come; at least `maxLoneBytes` of those are kept then.
 */
export function holdFrom(window: ScanWindow, cut: number): number {
  if (cut <= window.start) return window.start;
  const near = window.bytes.subarray(Math.max(0, cut - window.start - maxLineBytes), cut - window.start + maxLineBytes);
  const from = Math.max(window.start, cut - maxLineBytes);
  const here = cut - from;
  const lineStart = near.subarray(0, here).lastIndexOf(lineFeed) + 1;
  const lineEnd = near.indexOf(lineFeed, here);
  if (lineEnd < 0) return cut;
  const lineBytes = lineEnd + 1 - lineStart;
  if (lineBytes < minLineBytes || lineBytes > maxLineBytes) return cut;
  if (!base64Line.test(near.subarray(lineStart, lineEnd).toString('latin1'))) return cut;
  const lowest = Math.max(window.start, window.end - maxLoneBytes);
  let held = from + lineStart;
  while (held - lineBytes > lowest && window.byteAt(held - lineBytes - 1) === lineFeed) held -= lineBytes;
  return Math.min(cut, Math.max(lowest, held - lineBytes));
}
