/**
 * Divides one budget among several contents, so that as many as possible are whole.
 *
 * Contract: the shares add up to at most `maxBytes`, each at most its need. Smallest first, a content gets all that it
 * needs while every other one still keeps `minBytes`; those for which that is too much divide what is left evenly. So
 * none keeps less than `minBytes` that needs as much, where there is as much for each.
 */
export function shareBudget(maxBytes: number, needs: readonly number[], minBytes: number): number[] {
  const shares = needs.map(() => 0);
  const smallestFirst = needs.map((_, at) => at).sort((a, b) => (needs[a] as number) - (needs[b] as number));
  let left = Math.max(0, maxBytes);
  for (const [done, at] of smallestFirst.entries()) {
    const need = needs[at] as number;
    const others = needs.length - done - 1;
    const isAffordable = need <= left - others * minBytes;
    const share = isAffordable ? need : Math.min(need, Math.floor(left / (others + 1)));
    shares[at] = share;
    left -= share;
  }
  return shares;
}
