import { countWithheldIn, maskRanges } from './mask.ts';
import { scanKeys } from './scan.ts';

/**
 * Masks every key body in bytes that are all there is, JSON and other text alike.
 *
 * Contract: changes `bytes` in place, never their length; masked JSON stays JSON of the same form. Returns the bytes
 * withheld.
 */
export function maskKeys(bytes: Uint8Array): number {
  const ranges = scanKeys(bytes);
  maskRanges(bytes, 0, ranges);
  return countWithheldIn(ranges, 0, bytes.length);
}
