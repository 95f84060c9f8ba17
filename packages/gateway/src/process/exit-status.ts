import { signalExitCode } from '@spillway/core/process';

/** How a process ended: by itself with a code, or by a signal. */
export interface ExitStatus {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** Returns the exit code that a shell would show: the code itself, or 128 and the signal's number. */
export function toExitCode(status: ExitStatus): number {
  if (status.code !== null) return status.code;
  return status.signal === null ? 1 : signalExitCode(status.signal);
}

/** Says in words how a process ended. */
export function formatExitStatus(status: ExitStatus): string {
  return status.signal === null ? `exited with code ${status.code ?? 'unknown'}` : `was ended by ${status.signal}`;
}
