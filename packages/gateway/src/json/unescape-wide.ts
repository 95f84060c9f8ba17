/** What this file uses of `WebAssembly`, which the type library without a browser does not have. */
interface WebAssemblyGlobal {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
}

interface Machine {
  readonly memory: { readonly buffer: ArrayBuffer };
  /** Returns the bytes read. */
  run(byteLength: number): number;
}

/** What is read in one go: input and output lie in one page of 64 KiB. */
export const wideBytes = 16_384;
const vectorBytes = 16;
const [shortEscapesAt, writtenAt, controlsAt, inputAt, outputAt] = [0, 256, 260, 512, 32_768];

const unsigned = (value: number): number[] =>
  value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >> 7)];
/** A constant, below 64. */
const i32 = (value: number): number[] => [0x41, value];
const get = (local: number): number[] => [0x20, local];
const set = (local: number): number[] => [0x21, local];
const tee = (local: number): number[] => [0x22, local];
const simd = (...instruction: number[]): number[] => [0xfd, ...instruction];
const loadByte = (offset: number): number[] => [0x2d, 0, ...unsigned(offset)];
const storeByte = (offset: number): number[] => [0x3a, 0, ...unsigned(offset)];
const store = (offset: number): number[] => [0x36, 0, ...unsigned(offset)];
const add = 0x6a;
const end = 0x0b;
const again = 0x0c;
const leaveIf = 0x0d;
const [length, from, to, found, vector, controls] = [0, 1, 2, 3, 4, 5];

/** `(length: i32) => i32`; see `unescapeWide`. Looks at 16 bytes at once, and one more has to follow. */
const runBody: readonly number[] = [
  ...[2, 3, 0x7f, 2, 0x7b], // locals: three i32, two v128
  ...[0x02, 0x40, 0x03, 0x40], // block, loop
  ...[...get(from), ...i32(vectorBytes + 1), add, ...get(length), 0x4b, leaveIf, 1], // leave when from + 17 > length
  ...[...get(to), ...get(from), ...simd(0x00, 0, ...unsigned(inputAt)), ...tee(vector)],
  ...simd(0x0b, 0, ...unsigned(outputAt)), // output[to] = vector = input[from]
  ...[...get(controls), ...get(vector), ...i32(0x20), ...simd(0x0f), ...simd(0x26), ...simd(0x50), ...set(controls)],
  ...[...get(vector), 0x41, 0xdc, 0, ...simd(0x0f), ...simd(0x23), ...simd(0x64), ...tee(found)], // back-slashes, as bits
  ...[0x45, 0x04, 0x40], // if there is none
  ...[...get(from), ...i32(vectorBytes), add, ...set(from), ...get(to), ...i32(vectorBytes), add, ...set(to)],
  ...[again, 1, end], // go on behind the vector
  ...[...get(found), 0x68, ...tee(found), ...get(from), add, ...set(from)], // the first of them: count trailing zeros
  ...[...get(found), ...get(to), add, ...set(to)],
  ...[...get(from), ...loadByte(inputAt + 1), ...loadByte(shortEscapesAt), ...tee(found)],
  ...[0x45, leaveIf, 1], // leave before an escape of another kind
  ...[...get(to), ...get(found), ...storeByte(outputAt)],
  ...[...get(from), ...i32(2), add, ...set(from), ...get(to), ...i32(1), add, ...set(to)],
  ...[again, 0, end, end],
  ...[...i32(0), ...get(to), ...store(writtenAt), ...i32(0), ...get(controls), ...simd(0x53), ...store(controlsAt)],
  ...[...get(from), end],
];

const section = (id: number, body: readonly number[]): number[] => [id, ...unsigned(body.length), ...body];
const name = (text: string): number[] => [text.length, ...Buffer.from(text, 'latin1')];

const moduleBytes = (): Uint8Array =>
  Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [1, 0x60, 1, 0x7f, 1, 0x7f]), // one type: i32 to i32
    ...section(3, [1, 0]), // one function of it
    ...section(5, [1, 0, 1]), // one page of memory
    ...section(7, [2, ...name('memory'), 2, 0, ...name('run'), 0, 0]),
    ...section(10, [1, ...unsigned(runBody.length), ...runBody]),
  ]);

const { WebAssembly } = globalThis as unknown as { readonly WebAssembly?: WebAssemblyGlobal };

/** False where code may not be made at run time. */
export const canUnescapeWide: boolean = WebAssembly !== undefined;

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
 * Contract: reads at most `wideBytes`; writes no more than it reads.
 */
export function createUnescapeWide(shortEscapes: Uint8Array): UnescapeWide {
  if (WebAssembly === undefined) throw new TypeError('there is no WebAssembly here: ask canUnescapeWide first');
  const { memory, run } = new WebAssembly.Instance(new WebAssembly.Module(moduleBytes())).exports as Machine;
  const bytes = new Uint8Array(memory.buffer);
  bytes.set(shortEscapes, shortEscapesAt);
  const facts = new Uint32Array(memory.buffer, writtenAt, 2);
  return (buffer, start, stop, to) => {
    bytes.set(buffer.subarray(start, Math.min(stop, start + wideBytes)), inputAt);
    const read = run(Math.min(stop - start, wideBytes));
    const [written = 0, hasControls] = facts;
    buffer.set(bytes.subarray(outputAt, outputAt + written), to);
    return { read, written, hasControls: hasControls === 1 };
  };
}
