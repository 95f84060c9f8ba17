/** How a piece of work failed: its code, and what a model is told. */
export interface Refusal {
  readonly code: string;
  readonly text: string;
  readonly facts: Readonly<Record<string, unknown>>;
}

/** Waits for a piece of work to fail. @throws Error when it does not. */
export async function refusal(work: Promise<unknown>): Promise<Refusal> {
  const done = Symbol('done');
  const error: unknown = await work.then(
    () => done,
    (reason: unknown) => reason,
  );
  if (error === done) throw new Error('it was not refused');
  if (!(error instanceof Error) || !('toModelText' in error)) throw error;
  const { code, facts, toModelText } = error as unknown as Refusal & { toModelText: () => string };
  return { code, facts, text: toModelText.call(error) };
}
