import { instantiate } from './unescape-wasm.ts';

/** What wasm/unescape.ts exports; it tells how the memory is laid out. */
interface Machine {
  readonly memory: { readonly buffer: ArrayBuffer };
  /** Returns the bytes read. */
  unescapeShort(byteLength: number): number;
}

/** What is read in one go: input and output lie in one page of 64 KiB. */
export const wideBytes = 16_384;
const [writtenAt, inputAt, outputAt] = [256, 512, 32_768];

/** What the last run came to. */
interface WideRun {
  /** Bytes read: to the first escape that is none of `shortEscapes`, or to the last 16 bytes at least. */
  readonly read: number;
  readonly written: number;
  /** Says that there was a control character, below U+0020, in what was looked at. */
  readonly hasControls: boolean;
}

/** Decodes the plain bytes and the short escapes at the beginning of a part of a JSON string. */
export type UnescapeWide = (bytes: Buffer, start: number, end: number, to: number) => WideRun;

/**
 * Makes what moves the bytes of `[start, end)` down to `to` in the same array, as far as they are plain or one of the
 * short escapes, with vector instructions. `shortEscapes` has what each stands for by the letter after the back-slash, and
 * 0 for all others.
 *
 * Contract: reads at most `wideBytes`; writes no more than it reads. Undefined where no code can be made at run time.
 */
export function createUnescapeWide(shortEscapes: Uint8Array): UnescapeWide | undefined {
  const machine = instantiate() as Machine | undefined;
  if (machine === undefined) return undefined;
  const { memory, unescapeShort } = machine;
  const bytes = new Uint8Array(memory.buffer);
  bytes.set(shortEscapes);
  const facts = new Uint32Array(memory.buffer, writtenAt, 2);
  return (buffer, start, stop, to) => {
    bytes.set(buffer.subarray(start, Math.min(stop, start + wideBytes)), inputAt);
    const read = unescapeShort(Math.min(stop - start, wideBytes));
    const [written = 0, hasControls] = facts;
    buffer.set(bytes.subarray(outputAt, outputAt + written), to);
    return { read, written, hasControls: hasControls === 1 };
  };
}
