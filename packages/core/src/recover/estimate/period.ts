/** Scratch for one stretch of text: how much of its beginning ends at each place. */
const borders: Uint8Array = new Uint8Array(256);

/**
 * Finds after how many UTF-16 units a stretch of text repeats itself.
 *
 * Contract: the smallest such number, or the length of the stretch where nothing repeats. At most 256 units; linear.
 */
export function periodOf(text: string, from: number, to: number): number {
  const length = to - from;
  borders[0] = 0;
  for (let index = 1, border = 0; index < length; index++) {
    const unit = text.charCodeAt(from + index);
    while (border > 0 && unit !== text.charCodeAt(from + border)) border = borders[border - 1] as number;
    if (unit === text.charCodeAt(from + border)) border++;
    borders[index] = border;
  }
  return length - (borders[length - 1] as number);
}
