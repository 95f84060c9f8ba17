/** Makes an id with a prefix; no two of one server are equal. */
export type NewId = (prefix: string) => string;

/** Characters behind the prefix, as many as providers have. */
const idLength = 24;

/**
 * Creates the maker of a server's ids.
 *
 * Contract: ids are counted, so that the same script gives the same ids in every run.
 */
export function createIds(): NewId {
  let count = 0;
  return (prefix) => {
    count += 1;
    return `${prefix}${count.toString(36).padStart(idLength, '0')}`;
  };
}
