import { maskRanges } from './mask.ts';
import { scanKeys } from './scan.ts';

/**
 * Masks every key body in bytes that are all there is, JSON and other text alike.
 *
 * Contract: returns the same array where there is no key, else a copy of the same length; masked JSON stays JSON of the
 * same form.
 */
export function withoutKeys(bytes: Uint8Array): Uint8Array {
  const ranges = scanKeys(bytes);
  if (ranges.length === 0) return bytes;
  const masked = Uint8Array.from(bytes);
  maskRanges(masked, 0, ranges);
  return masked;
}
