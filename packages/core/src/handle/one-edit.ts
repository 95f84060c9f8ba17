/**
 * Tells whether one edit makes `b` of `a`: a character changed, added or left out, or two neighbours swapped.
 *
 * Contract: equal texts are within one edit. O(length), no table.
 */
export function isWithinOneEdit(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (long.length - short.length > 1) return false;
  let same = 0;
  while (same < short.length && short[same] === long[same]) same++;
  if (same === long.length) return true;
  if (short.length < long.length) return short.slice(same) === long.slice(same + 1);
  if (short.slice(same + 1) === long.slice(same + 1)) return true;
  const isSwapped = short[same] === long[same + 1] && short[same + 1] === long[same];
  return isSwapped && short.slice(same + 2) === long.slice(same + 2);
}
