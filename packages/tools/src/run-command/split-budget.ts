/** What each of two streams may deliver, in encoded bytes. */
export interface BudgetShares {
  readonly stdout: number;
  readonly stderr: number;
}

/**
 * Divides one budget between two streams.
 *
 * Contract: the shares add up to at most `maxBytes`. A stream that needs less than half gets what it needs, and the
 * other one the rest; otherwise each gets half. So no stream that has something to say keeps less than a sixth.
 */
export function splitBudget(maxBytes: number, needs: BudgetShares): BudgetShares {
  const half = Math.floor(maxBytes / 2);
  if (needs.stdout + needs.stderr <= maxBytes) return needs;
  if (needs.stderr <= half) return { stdout: maxBytes - needs.stderr, stderr: needs.stderr };
  if (needs.stdout <= half) return { stdout: needs.stdout, stderr: maxBytes - needs.stdout };
  return { stdout: half, stderr: half };
}
