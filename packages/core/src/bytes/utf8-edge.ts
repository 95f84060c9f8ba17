/**
 * Measures the unit that starts at `index`: a whole code point, or the ill-formed bytes that a decoder replaces by one
 * U+FFFD (the maximal subpart of the Unicode Standard, table 3-7).
 *
 * Contract: `index` is inside `bytes`; returns 1 to 4, negative when the unit is ill-formed or goes on past the end.
 */
export function utf8Unit(bytes: Uint8Array, index: number): number {
  const lead = bytes[index] as number;
  if (lead < 0x80) return 1;
  if (lead < 0xc2 || lead > 0xf4) return -1;
  const second = bytes[index + 1];
  if (second === undefined || second < lowestSecond(lead) || second > highestSecond(lead)) return -1;
  if (lead < 0xe0) return 2;
  if (!isContinuation(bytes[index + 2])) return -2;
  if (lead < 0xf0) return 3;
  return isContinuation(bytes[index + 3]) ? 4 : -3;
}

/**
 * Finds the last place at or before `index` where text may be cut.
 *
 * Contract: never inside a well-formed code point; each byte that belongs to none is a unit of its own. An `index`
 * outside `bytes` is moved to the nearer end. Looks at no more than 3 bytes before and 3 after.
 */
export function floorCodePoint(bytes: Uint8Array, index: number): number {
  if (index <= 0) return 0;
  if (index >= bytes.length) return bytes.length;
  for (let back = 1; back <= 3 && back <= index; back++) {
    if (!isContinuation(bytes[index - back + 1])) break;
    if (utf8Unit(bytes, index - back) > back) return index - back;
  }
  return index;
}

/** Finds the first place at or after `index` where text may be cut. Contract: as `floorCodePoint`. */
export function ceilCodePoint(bytes: Uint8Array, index: number): number {
  const floor = floorCodePoint(bytes, index);
  return floor === index || index >= bytes.length || index <= 0 ? floor : floor + utf8Unit(bytes, floor);
}

/**
 * Counts the bytes at the end that begin a code point which goes on past the end: 0 to 3.
 *
 * Contract: what a reader of a window leaves for the next window; at the end of a source such bytes are ill-formed.
 */
export function incompleteTailLength(bytes: Uint8Array): number {
  const end = bytes.length;
  for (let length = 1; length <= 3 && length <= end; length++) {
    const lead = bytes[end - length] as number;
    if (lead < 0x80) return 0;
    if (lead < 0xc0) continue;
    const unit = utf8Unit(bytes, end - length);
    return unit === -length && sequenceLength(lead) > length ? length : 0;
  }
  return 0;
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

function sequenceLength(lead: number): number {
  if (lead < 0xc2 || lead > 0xf4) return 1;
  if (lead < 0xe0) return 2;
  return lead < 0xf0 ? 3 : 4;
}

function lowestSecond(lead: number): number {
  if (lead === 0xe0) return 0xa0;
  return lead === 0xf0 ? 0x90 : 0x80;
}

function highestSecond(lead: number): number {
  if (lead === 0xed) return 0x9f;
  return lead === 0xf4 ? 0x8f : 0xbf;
}
