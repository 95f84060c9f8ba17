export { createTailWindow, type TailWindow } from '../bytes/tail-window.ts';
export { exitCodes, signalExitCode, startFailureExitCode } from './exit-codes.ts';
export { isDoneWithin } from './is-done-within.ts';
export { isExecutable } from './is-executable.ts';
export { terminationSignals } from './termination-signals.ts';
