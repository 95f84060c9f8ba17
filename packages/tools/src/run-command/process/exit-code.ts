import { exitCodes, signalExitCode } from '@spillway/core/process';
import type { RunOutcome } from './run-outcome.ts';

/** Returns the exit code that stands for how a command ended: its own, 124 where it was stopped, 128 and the signal. */
export function outcomeExitCode(outcome: RunOutcome): number {
  if (outcome.stoppedBy !== undefined) return exitCodes.stopped;
  return outcome.signal === undefined ? (outcome.exitCode ?? 0) : signalExitCode(outcome.signal);
}
