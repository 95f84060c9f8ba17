import { terminationSignals } from '@spillway/core/process';
import { endProcesses } from './end-processes.ts';
import { endWithHost } from './host-end.ts';
import type { RunOptions, RunOutcome } from './run-outcome.ts';

/** How long a command has to end by itself once it was told to. */
const passedOnGraceMs = 5_000;
const stopGraceMs = 500;

/** What watches over a command while it runs. */
export interface LifeWatch {
  /** Told that the command has ended: resolves when all that was told to end with it has, or will not. */
  ended(): Promise<Pick<RunOutcome, 'stoppedBy' | 'survivors'>>;
  /** Lets go of timers and listeners. */
  stop(): void;
}

/**
 * Ends a process group at its time limit, on an abort, and when this process is told to end.
 *
 * Contract: a signal that is passed on ends the group by itself, after five seconds or at the second signal by SIGKILL;
 * time limit and abort by SIGTERM, and half a second later by SIGKILL.
 */
export function watchLife(pid: number, options: Pick<RunOptions, 'timeoutMs' | 'signal' | 'hostSignals'>): LifeWatch {
  const { timeoutMs, signal: aborted, hostSignals } = options;
  let stoppedBy: RunOutcome['stoppedBy'];
  let ending: Promise<readonly number[]> | undefined;
  const hurry = new AbortController();
  const end = (signal: NodeJS.Signals, graceMs: number): void => {
    if (ending === undefined) ending = endProcesses(pid, signal, graceMs, hurry.signal);
    else hurry.abort();
  };
  const stopFor = (reason: RunOutcome['stoppedBy']): void => {
    stoppedBy ??= reason;
    end('SIGTERM', stopGraceMs);
  };
  const passOn = (signal: NodeJS.Signals): void => end(signal, passedOnGraceMs);
  const onAbort = (): void => stopFor('abort');
  const timer = timeoutMs === undefined ? undefined : setTimeout(() => stopFor('timeout'), timeoutMs);
  if (hostSignals === 'pass-on') for (const signal of terminationSignals) process.on(signal, passOn);
  const forget = hostSignals === 'end-both' ? endWithHost(pid) : () => {};
  if (aborted?.aborted) onAbort();
  else aborted?.addEventListener('abort', onAbort, { once: true });
  const stopStopping = (): void => {
    clearTimeout(timer);
    aborted?.removeEventListener('abort', onAbort);
  };
  return {
    async ended() {
      stopStopping();
      return { ...(stoppedBy !== undefined && { stoppedBy }), survivors: (await ending) ?? [] };
    },
    stop() {
      stopStopping();
      forget();
      for (const signal of terminationSignals) process.off(signal, passOn);
    },
  };
}
