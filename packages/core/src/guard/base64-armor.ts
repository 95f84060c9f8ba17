import type { ByteRange } from '../handle/handle.ts';
import type { Hit } from './needles.ts';
import type { ScanWindow } from './scan-window.ts';

/** Base64 of a larger file is read as far as this. */
const maxChars = 400_000;
/** Base64 of every armor line shows its label within so many characters. */
const labelChars = 96;
const pemStart = /^-----BEGIN [A-Z][A-Z0-9 .-]{0,40}-----[\r\n]+[A-Za-z0-9]/u;
const run = /^(?:[A-Za-z0-9+/]|\\+[nr/]|\s)+/u;
const filling = /\\+[nr]|[\s\\]/gu;

/**
 * Finds the private keys in the base64 of a PEM file, as Kubernetes keeps one.
 *
 * Contract: `scan` finds them in the decoded bytes. The ranges are of the base64 characters that hold any of those,
 * counted from the needle's first. `'more'` where the window ends inside the base64; at most 400,000 characters are
 * looked at.
 */
export function readBase64Armor(
  window: ScanWindow,
  { at, units }: Hit,
  isFinal: boolean,
  scan: (bytes: Uint8Array) => readonly ByteRange[],
): ByteRange[] | 'more' | undefined {
  const head = window.text(at, at + labelChars * units.stride, units);
  if (head.length < labelChars && !isFinal) return 'more';
  if (!pemStart.test(decode(run.exec(head)?.[0] ?? '').toString('latin1'))) return undefined;
  const text = window.text(at, at + maxChars * units.stride, units);
  const encoded = run.exec(text)?.[0] ?? '';
  if (!isFinal && encoded.length === text.length && text.length < maxChars) return 'more';
  const found = scan(decode(encoded));
  if (found.length === 0) return undefined;
  const places = placesOf(encoded, Math.ceil((found.at(-1)?.end ?? 0) / 3) * 4);
  return found.flatMap(({ start, end }) => {
    const first = Math.floor(start / 3) * 4;
    return toRanges(places, first, Math.min(places.length, Math.ceil(end / 3) * 4));
  });
}

function decode(encoded: string): Buffer {
  return Buffer.from(encoded.replace(filling, ''), 'base64');
}

/** Where each of the first characters of the base64 stands, those between them left out. */
function placesOf(encoded: string, count: number): number[] {
  const places: number[] = [];
  let from = 0;
  const addTo = (end: number): void => {
    for (let at = from; at < end && places.length < count; at++) places.push(at);
  };
  for (const match of encoded.matchAll(filling)) {
    addTo(match.index);
    if (places.length === count) return places;
    from = match.index + match[0].length;
  }
  addTo(encoded.length);
  return places;
}

/** Runs of neighbours among `places[start]` to `places[end - 1]`. */
function toRanges(places: readonly number[], start: number, end: number): ByteRange[] {
  const ranges: ByteRange[] = [];
  for (let index = start; index < end; ) {
    const first = places[index] as number;
    let last = first;
    for (index++; index < end && places[index] === last + 1; index++) last++;
    ranges.push({ start: first, end: last + 1 });
  }
  return ranges;
}
