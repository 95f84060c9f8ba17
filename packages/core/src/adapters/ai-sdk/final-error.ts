/**
 * Marks an error of a provider as one after which nothing is sent again: whoever retries has done so.
 *
 * Contract: returns the error itself, with all it says; one that cannot be marked is returned as it is.
 */
export function asFinal(error: unknown): unknown {
  if (!(error instanceof Error) || !('isRetryable' in error) || error.isRetryable === false) return error;
  try {
    Object.defineProperty(error, 'isRetryable', { value: false, enumerable: true, configurable: true });
  } catch {
    // A frozen error stays what it is.
  }
  return error;
}
