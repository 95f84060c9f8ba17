import { toPlainBytes } from '../bytes/plain-bytes.ts';
import type { ByteRange } from '../handle/handle.ts';
import type { KeyRange } from './key-range.ts';
import { sliceBytes } from './key-scanner.ts';
import { maskRanges } from './mask.ts';
import { Scan } from './scan.ts';
import { ScanWindow } from './scan-window.ts';

/** Masks the key bodies of a stream. */
export interface KeyRedactor {
  /** Bytes of key bodies masked so far. */
  readonly withheldBytes: number;
  /** Where they stand in the stream, rising, neighbours joined. */
  readonly withheld: readonly ByteRange[];
  /** Takes the next bytes; gives what is decided by them, masked. Each piece is valid until the next is asked for. */
  write(chunk: Uint8Array): Generator<Uint8Array, void, void>;
  /** Gives the rest. */
  end(): Uint8Array;
}

/** Smaller chunks are looked at together. */
const minStepBytes = 32_768;
/** More runs than this are not told apart: the last one then reaches to the end of the last key. */
const maxRanges = 8_192;

/**
 * Creates a redactor for one stream.
 *
 * Contract: gives as many bytes as it takes, up to half a megabyte later, masked as `maskRanges` does. Memory as
 * `createKeyScanner`.
 */
export function createKeyRedactor(): KeyRedactor {
  const scan = new Scan(new ScanWindow());
  const withheld: { start: number; end: number }[] = [];
  let withheldBytes = 0;
  let givenTo = 0;
  let scannedTo = 0;

  const note = ({ start, end }: KeyRange): void => {
    withheldBytes += end - start;
    const last = withheld.at(-1);
    if (last !== undefined && (last.end === start || withheld.length >= maxRanges)) last.end = end;
    else withheld.push({ start, end });
  };
  const advance = (isFinal: boolean): Uint8Array => {
    const ranges = scan.advance(isFinal);
    const { window } = scan;
    const decided = toPlainBytes(window.bytes.subarray(givenTo - window.start, scan.decidedTo - window.start));
    maskRanges(decided, givenTo, ranges);
    for (const range of ranges) note(range);
    givenTo = scan.decidedTo;
    return decided;
  };
  return {
    withheld,
    get withheldBytes(): number {
      return withheldBytes;
    },
    *write(chunk) {
      for (let at = 0; at < chunk.length; at += sliceBytes) {
        scan.window.drop(givenTo);
        scan.window.add(chunk.subarray(at, at + sliceBytes));
        if (scan.window.end - scannedTo < minStepBytes) continue;
        scannedTo = scan.window.end;
        const decided = advance(false);
        if (decided.length > 0) yield decided;
      }
    },
    end: () => advance(true),
  };
}
