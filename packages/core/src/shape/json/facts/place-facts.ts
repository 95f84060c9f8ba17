import type { Place } from '../values/place.ts';
import { elementText, memberText } from './element-text.ts';
import type { PlaceFacts } from './facts.ts';

const maxElementChars = 480;

/**
 * Makes places ready to be written; with the element itself where there is one alone. Contract: `id` leads to what
 * tells elements apart.
 */
export function toPlaceFacts(places: readonly Place[], id: readonly string[] | undefined): PlaceFacts[] {
  return places.map((place) => toPlace(place, id, places.length === 1));
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
      element: elementText(element.bytes, element.byteLength, maxElementChars),
    }),
    elementOffset: element.offset,
    ...(element.byteLength > 0 && { elementBytes: element.byteLength }),
  };
}
