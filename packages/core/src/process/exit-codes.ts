import { constants } from 'node:os';

/** The exit codes that shells and `timeout` have made common. */
export const exitCodes = { stopped: 124, notExecutable: 126, notFound: 127 } as const;

const signalBase = 128;

/** Returns the exit code that stands for death by a signal, as shells give it. */
export function signalExitCode(signal: NodeJS.Signals): number {
  return signalBase + constants.signals[signal];
}

/** Returns the exit code of a command that could not be started. */
export function startFailureExitCode(error: { readonly code?: string | undefined }): number {
  return error.code === 'ENOENT' ? exitCodes.notFound : exitCodes.notExecutable;
}
