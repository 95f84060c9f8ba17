/** How often and how long requests are sent again that were refused for a while only. */
export interface RetrySettings {
  /** Times that an unchanged request is sent again. */
  readonly maxRetries: number;
  /** A provider that wants a longer wait is not waited for. */
  readonly maxWaitMs: number;
  /** The first wait where the provider names none; each later one is twice as long. */
  readonly firstWaitMs: number;
}

const defaults: RetrySettings = { maxRetries: 3, maxWaitMs: 60_000, firstWaitMs: 500 };

/** Fills in what is left out. @throws TypeError for what is no number of at least zero: it would never end. */
export function resolveRetrySettings(given: Partial<RetrySettings> = {}): RetrySettings {
  const { maxRetries, maxWaitMs, firstWaitMs } = given;
  const settings = {
    maxRetries: maxRetries ?? defaults.maxRetries,
    maxWaitMs: maxWaitMs ?? defaults.maxWaitMs,
    firstWaitMs: firstWaitMs ?? defaults.firstWaitMs,
  };
  for (const [name, value] of Object.entries(settings))
    if (!(value >= 0)) throw new TypeError(`${name} is a number of at least zero`);
  return settings;
}

/** Waits; rejects with the reason of an abort. */
export type Wait = (ms: number, signal: AbortSignal | undefined) => Promise<void>;

export const wait: Wait = (ms, signal) =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const end = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end);
      resolve();
    }, ms);
    signal?.addEventListener('abort', end, { once: true });
  });

/** Returns how long to wait before sending the same again, or nothing where it is not worth it. */
export function waitBefore(
  retry: number,
  retryAfterMs: number | undefined,
  { maxRetries, maxWaitMs, firstWaitMs }: RetrySettings,
  random: () => number = Math.random,
): number | undefined {
  if (retry >= maxRetries) return undefined;
  if (retryAfterMs !== undefined) return retryAfterMs <= maxWaitMs ? retryAfterMs : undefined;
  const longest = Math.min(maxWaitMs, firstWaitMs * 2 ** retry);
  return Math.round(longest * (0.5 + random() / 2));
}

/** Returns how long to wait before a smaller request is sent, where the first was over what a minute allows. */
export function waitForRoom(retryAfterMs: number | undefined, { maxWaitMs, firstWaitMs }: RetrySettings): number {
  return Math.min(retryAfterMs ?? firstWaitMs, maxWaitMs);
}
