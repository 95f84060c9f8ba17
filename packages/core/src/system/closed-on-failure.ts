/** Prepares what was just opened and returns what `prepare` does. Contract: closes it when that throws. */
export async function closedOnFailure<Opened extends { close(): Promise<void> }, T>(
  opened: Opened,
  prepare: (opened: Opened) => Promise<T>,
): Promise<T> {
  try {
    return await prepare(opened);
  } catch (error) {
    await opened.close();
    throw error;
  }
}
