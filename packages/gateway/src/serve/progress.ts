/** Sends one notice of progress. */
export type SendProgress = (progress: number, message: string) => Promise<void>;

/** Between two notices of progress of a call that takes its time: well under the minute after which clients give up. */
export const PROGRESS_MS = 5_000;

/**
 * Tells every few seconds that a call still runs, until it has ended.
 *
 * Contract: the seconds so far count up; nothing is sent once the call has ended, or when a notice could not be sent.
 */
export async function withProgress<Answer>(
  call: Promise<Answer>,
  options: { readonly toolName: string; readonly everyMs: number; readonly send: SendProgress | undefined },
): Promise<Answer> {
  const { toolName, everyMs, send } = options;
  if (send === undefined) return call;
  const startedAt = performance.now();
  const timer = setInterval(() => {
    const seconds = (performance.now() - startedAt) / 1_000;
    send(seconds, `${toolName} has been running for ${seconds.toFixed(0)} s`).catch(() => clearInterval(timer));
  }, everyMs);
  try {
    return await call;
  } finally {
    clearInterval(timer);
  }
}
