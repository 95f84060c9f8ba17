// The other side is packages/core/src/bytes/count-line-feeds-wide.ts.

const lineFeed: i8 = 0x0a;
const vectorBytes: usize = 16;
/** So many vectors can be counted in lanes of a byte. */
const roundBytes: usize = 255 * vectorBytes;

/** Counts the line feeds in memory from 0 to `length`, a multiple of 16. */
export function count(length: usize): i32 {
  let total = i32x4.splat(0);
  let at: usize = 0;
  while (at < length) {
    const stop = min(length, at + roundBytes);
    let counts = i8x16.splat(0);
    // A comparison gives -1 for each byte that is equal, so taking it away counts one.
    for (; at < stop; at += vectorBytes) counts = i8x16.sub(counts, i8x16.eq(v128.load(at), i8x16.splat(lineFeed)));
    total = i32x4.add(total, i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(counts)));
  }
  return (
    i32x4.extract_lane(total, 0) +
    i32x4.extract_lane(total, 1) +
    i32x4.extract_lane(total, 2) +
    i32x4.extract_lane(total, 3)
  );
}
