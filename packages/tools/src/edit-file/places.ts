/** What is replaced in bytes. */
export interface Sought {
  readonly bytes: Buffer;
  /** Bytes of a code unit: a place begins at a whole one. */
  readonly unit: 1 | 2;
}

/** The places of some bytes in others, which do not overlap. */
export interface Places {
  /** One more than were to be counted where there are more. */
  readonly count: number;
  /** The first of them. */
  readonly first: readonly number[];
}

/** Counts places. Contract: stops behind `maxCount`, and remembers `maxFirst` of them. */
export function countPlaces(
  bytes: Buffer,
  sought: Sought,
  { maxCount, maxFirst }: { readonly maxCount: number; readonly maxFirst: number },
): Places {
  const first: number[] = [];
  let count = 0;
  for (let at = nextPlace(bytes, sought, 0); at !== -1 && count <= maxCount; ) {
    count++;
    if (first.length < maxFirst) first.push(at);
    at = nextPlace(bytes, sought, at + sought.bytes.length);
  }
  return { count, first };
}

/** Replaces every place. Contract: `count` is that of `countPlaces`; memory for the result and no more. */
export function replacePlaces(bytes: Buffer, sought: Sought, count: number, replacement: Buffer): Buffer {
  const result = Buffer.allocUnsafe(bytes.length + count * (replacement.length - sought.bytes.length));
  let from = 0;
  let to = 0;
  for (let place = nextPlace(bytes, sought, 0); place !== -1; place = nextPlace(bytes, sought, from)) {
    to += bytes.copy(result, to, from, place);
    to += replacement.copy(result, to);
    from = place + sought.bytes.length;
  }
  bytes.copy(result, to, from);
  return result;
}

function nextPlace(bytes: Buffer, { bytes: sought, unit }: Sought, from: number): number {
  let at = bytes.indexOf(sought, from);
  while (at % unit === 1) at = bytes.indexOf(sought, at + 1);
  return at;
}
