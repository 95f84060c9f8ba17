import { constants } from 'node:os';
import type { RunOutcome } from './run-outcome.ts';

/** The exit codes that shells and `timeout` have made common. */
const EXIT_STOPPED = 124;
const EXIT_NOT_EXECUTABLE = 126;
const EXIT_NOT_FOUND = 127;
const SIGNAL_BASE = 128;

/** Returns the exit code that stands for death by a signal, as shells give it. */
export function signalExitCode(signal: NodeJS.Signals): number {
  return SIGNAL_BASE + constants.signals[signal];
}

/** Returns the exit code that stands for how a command ended: its own, 124 where it was stopped, 128 and the signal. */
export function outcomeExitCode(outcome: RunOutcome): number {
  if (outcome.stoppedBy !== undefined) return EXIT_STOPPED;
  return outcome.signal === undefined ? (outcome.exitCode ?? 0) : signalExitCode(outcome.signal);
}

/** Returns the exit code of a command that could not be started. */
export function startFailureExitCode(error: NodeJS.ErrnoException): number {
  return error.code === 'ENOENT' ? EXIT_NOT_FOUND : EXIT_NOT_EXECUTABLE;
}
