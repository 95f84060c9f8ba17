import { utf8Unit } from '../../bytes/utf8-edge.ts';

const strideBytes = 4096;

/** Maps byte positions in well-formed UTF-8 to UTF-16 units and back. */
export interface UnitMap {
  toUnits(offset: number): number;
  /** Returns the position of the code point that holds the unit. */
  toOffset(units: number): number;
}

/** Creates the map of one text. Contract: one pass over it; each question looks at no more than 4 KiB. */
export function createUnitMap(bytes: Uint8Array): UnitMap {
  const marks: { readonly offset: number; readonly units: number }[] = [{ offset: 0, units: 0 }];
  walk(bytes, { offset: 0, units: 0 }, (place) => {
    if (place.offset - (marks.at(-1)?.offset ?? 0) >= strideBytes) marks.push(place);
    return true;
  });
  const markBefore = (value: number, key: 'offset' | 'units'): { offset: number; units: number } => {
    let low = 0;
    for (let high = marks.length - 1; low < high; ) {
      const middle = (low + high + 1) >> 1;
      if ((marks[middle] as (typeof marks)[0])[key] <= value) low = middle;
      else high = middle - 1;
    }
    return marks[low] as (typeof marks)[0];
  };
  return {
    toUnits: (offset) => walk(bytes, markBefore(offset, 'offset'), (place) => place.offset <= offset).units,
    toOffset: (units) => walk(bytes, markBefore(units, 'units'), (place) => place.units <= units).offset,
  };
}

/** Goes on code point by code point while `isWanted`, and returns the last place that was. */
function walk(
  bytes: Uint8Array,
  from: { readonly offset: number; readonly units: number },
  isWanted: (place: { offset: number; units: number }) => boolean,
): { offset: number; units: number } {
  let place = from;
  while (place.offset < bytes.length) {
    const length = Math.abs(utf8Unit(bytes, place.offset));
    const next = { offset: place.offset + length, units: place.units + (length === 4 ? 2 : 1) };
    if (!isWanted(next)) break;
    place = next;
  }
  return place;
}
