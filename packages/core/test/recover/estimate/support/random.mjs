/**
 * Creates a generator of whole numbers below a limit; the same seed gives the same numbers.
 * @param {number} seed
 */
export function createRandom(seed) {
  let state = seed >>> 0;
  /** @param {number} limit */
  const below = (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 4_294_967_296) * limit);
  };
  return {
    below,
    /** @template T @param {readonly T[]} items @returns {T} */
    pick: (items) => /** @type {T} */ (items[below(items.length)]),
    /** @param {number} count */
    bytes: (count) => Buffer.from(Array.from({ length: count }, () => below(256))),
  };
}
