// The other side is packages/gateway/src/json/unescape-wide.ts.
//
// Memory: by letter, what a short escape stands for, or 0, at 0; what a run came to from `writtenAt` on; the bytes to
// read at `inputAt`, and what they stand for at `outputAt`.

const writtenAt: usize = 256;
const hasControlsAt: usize = 260;
const inputAt: usize = 512;
const outputAt: usize = 32_768;
const vectorBytes: usize = 16;
const backslash: i8 = 0x5c;
const space: i8 = 0x20;

/**
 * Decodes plain bytes and short escapes of the first `length` bytes, and returns how many it read: to the first escape of
 * another kind, or to the last 16 bytes at least, as it looks at 16 at once and one more has to follow.
 */
export function unescapeShort(length: usize): usize {
  let from: usize = 0;
  let to: usize = 0;
  let controls = i8x16.splat(0);
  while (from + vectorBytes + 1 <= length) {
    const vector = v128.load(from, inputAt);
    v128.store(to, vector, outputAt);
    controls = v128.or(controls, i8x16.lt_u(vector, i8x16.splat(space)));
    const escapes = i8x16.bitmask(i8x16.eq(vector, i8x16.splat(backslash)));
    if (escapes === 0) {
      from += vectorBytes;
      to += vectorBytes;
      continue;
    }
    const plain = <usize>ctz(escapes);
    from += plain;
    to += plain;
    const meant = load<u8>(<usize>load<u8>(from, inputAt + 1));
    if (meant === 0) break;
    store<u8>(to, meant, outputAt);
    from += 2;
    to += 1;
  }
  store<u32>(writtenAt, <u32>to);
  store<u32>(hasControlsAt, u32(v128.any_true(controls)));
  return from;
}
