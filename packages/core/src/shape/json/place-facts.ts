import { elementText, memberText } from './element-text.ts';
import type { PlaceFacts } from './facts.ts';
import type { Place } from './place.ts';

/** Elements that are kept as text, for something found at no more places than this. */
const mostElements = 3;
const mostElementChars = 480;

/** Makes places ready to be written. Contract: `id` is the key that tells elements apart. */
export function toPlaceFacts(places: readonly Place[], id: readonly string[] | undefined): PlaceFacts[] {
  return places.map((place) => toPlace(place, id, places.length <= mostElements));
}

/** Makes one place ready to be written. */
export function toPlace(
  { offset, line, path, element }: Place,
  id: readonly string[] | undefined,
  withElement: boolean,
): PlaceFacts {
  if (element === undefined) return { path, offset, line };
  const value = id === undefined ? undefined : memberText(element.bytes, element.byteLength, id);
  return {
    path,
    offset,
    line,
    ...(id !== undefined && value !== undefined && { id: `${id.join('.')} ${value}` }),
    ...(withElement && {
      element: elementText(element.bytes, element.byteLength).slice(0, mostElementChars).toWellFormed(),
    }),
    elementOffset: element.offset,
  };
}
