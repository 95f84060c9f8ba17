import { formatNameSelector } from '../../bytes/path-selector.ts';
import type { Location } from './json-path.ts';

/**
 * Writes the path of one value.
 *
 * Contract: one line of printable characters; `.name` where a name is plain, otherwise as a normalized path of RFC 9535
 * has it, with more characters escaped. Given back as a path it finds this value, unless it is longer than `maxLength`
 * UTF-16 units (then it is cut and ends in `…`) or holds half a surrogate pair, which no path can.
 */
export function formatLocation(location: Location, maxLength: number): string {
  let path = '$';
  for (const step of location) {
    path += typeof step === 'number' ? `[${step}]` : formatNameSelector(step.slice(0, maxLength + 1));
    if (path.length > maxLength) return `${path.slice(0, maxLength).toWellFormed()}…`;
  }
  return path;
}
