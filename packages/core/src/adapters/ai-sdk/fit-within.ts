const maxAttempts = 5;
const margin = 0.9;
const minBytes = 512;

/**
 * Makes something for smaller and smaller budgets until it measures no more than `maxBytes`.
 *
 * Contract: asked for `maxBytes` first; `undefined` where five attempts were not enough.
 */
export async function fitWithin<T>(
  maxBytes: number,
  make: (budget: number) => Promise<T>,
  measure: (made: T) => number,
): Promise<T | undefined> {
  let budget = maxBytes;
  for (let attempt = 0; attempt < maxAttempts && budget >= minBytes; attempt += 1) {
    const made = await make(budget);
    const bytes = measure(made);
    if (bytes <= maxBytes) return made;
    budget = Math.floor((budget * maxBytes * margin) / bytes);
  }
  return undefined;
}
