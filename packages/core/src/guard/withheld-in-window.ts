import type { ByteSource } from '../bytes/byte-source.ts';
import { anyArmor } from './armor.ts';
import { BodyReader } from './body-reader.ts';
import type { KeyRange } from './key-range.ts';
import { rangesWithin } from './mask.ts';
import { scanKeys } from './scan.ts';
import { ScanWindow, singleBytes, type Units } from './scan-window.ts';
import { contentEnd, findRuns, takeSegment } from './segment.ts';

/** What is known of a part of a source that was not scanned from its start. */
export interface WindowScan {
  /** The bytes of the part. */
  readonly bytes: Uint8Array;
  /** The runs of key bodies that lie at least partly in the part, rising; in positions of the source. */
  readonly ranges: readonly KeyRange[];
  /** False: all that was looked at before the part may be the body of a key that begins still earlier. */
  readonly isDecided: boolean;
}

/** How far back a page looks where it cannot tell. */
export const maxLookBackBytes = 1_048_576;
const lookBackSteps: readonly number[] = [131_072, maxLookBackBytes];
/** A key may be known by what comes after it. */
const lookAheadBytes = 32_768;
/** A body that has lines has none that is longer. */
const maxLineChars = 128;
/** What may stand after the last whole line of a body: a line that the page's start cuts. */
const maxTailBytes = 2_048;
const headChars = 4_097;

/**
 * Finds the key bodies in a part of a source without reading the source from its start.
 *
 * Contract: looks at the 131,072 bytes before `start`, and at 1 MiB where all of those may be a body; a body is known by
 * the armor that begins before it, however near its END stands. Undecided only where all of the look-back is lines of a
 * body and does not reach the source's start; one unbroken run of base64 over all of it is no key.
 */
export async function withheldInWindow(
  source: ByteSource,
  start: number,
  end: number,
  steps: readonly number[] = lookBackSteps,
): Promise<WindowScan> {
  let scan: WindowScan = { bytes: new Uint8Array(0), ranges: [], isDecided: true };
  for (const step of steps) {
    const first = alignDown(Math.max(0, start - step));
    const bytes = await source.read(first, Math.min(source.byteLength, end + lookAheadBytes) - first);
    const ranges = scanKeys(bytes).map((range) => ({ ...range, start: range.start + first, end: range.end + first }));
    const doubt = first === 0 ? undefined : doubtOf(bytes.subarray(0, start - first));
    const isDecided = doubt === undefined || (doubt === 'unbroken' && step === steps.at(-1));
    scan = { bytes: bytes.subarray(start - first, end - first), ranges: rangesWithin(ranges, start, end), isDecided };
    if (isDecided) return scan;
  }
  return scan;
}

/** UTF-16 is read in pairs from the source's start. */
function alignDown(position: number): number {
  return position - (position % 2);
}

/** What all of a look-back may be: lines of a body, or one run without an end. */
type Doubt = 'lines' | 'unbroken';

/** Tells whether all of a part may lie within the body of a key whose armor stands before it. */
function doubtOf(bytes: Uint8Array): Doubt | undefined {
  const window = new ScanWindow();
  window.adopt(bytes);
  const units = unitsOf(bytes);
  // The start cuts the first line; the one after it shows what stands before each line of the body.
  const cut = takeSegment(window.text(0, headChars * units.stride, units), false);
  if (cut !== undefined && anyArmor.test(cut.text)) return undefined;
  const at = cut === undefined ? 0 : (cut.text.length + cut.separatorLength) * units.stride;
  const isLineStart = cut !== undefined && cut.separatorLength > 0;
  const reader = new BodyReader({ key: 0, at, units, isLineStart, before: prefixAt(window, at, units) });
  const runs = reader.read(window, false);
  if (reader.isDone || runs.length === 0) return undefined;
  const last = runs.at(-1) as KeyRange;
  if (!isLineStart && runs.every((run, index) => run.start === (runs[index - 1]?.end ?? at))) return 'unbroken';
  const isOfLines = runs.every((run) => run.end - run.start <= maxLineChars * units.stride);
  return isOfLines && last.end > bytes.length - maxTailBytes ? 'lines' : undefined;
}

function prefixAt(window: ScanWindow, at: number, units: Units): string {
  const line = takeSegment(window.text(at, at + headChars * units.stride, units), false)?.text ?? '';
  const end = contentEnd(line);
  const tail = findRuns(line).findLast((run) => run.end === end);
  return tail === undefined ? '' : line.slice(0, tail.start);
}

/** UTF-16 of letters and digits has a zero byte in every pair. */
function unitsOf(bytes: Uint8Array): Units {
  if (bytes[1] === 0 && bytes[3] === 0) return { stride: 2, low: 0 };
  return bytes[0] === 0 && bytes[2] === 0 ? { stride: 2, low: 1 } : singleBytes;
}
