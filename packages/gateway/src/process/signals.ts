import { terminationSignals } from '@spillway/core/process';

/** The part of a process object that tells of signals. */
export interface SignalSource {
  on(signal: NodeJS.Signals, listener: () => void): unknown;
  off(signal: NodeJS.Signals, listener: () => void): unknown;
}

/** Calls `onSignal` for SIGTERM, SIGINT and SIGHUP in place of ending this process; returns what undoes it. */
export function forwardSignals(source: SignalSource, onSignal: (signal: NodeJS.Signals) => void): () => void {
  const listeners = terminationSignals.map((signal) => {
    const listener = (): void => onSignal(signal);
    source.on(signal, listener);
    return (): void => void source.off(signal, listener);
  });
  return () => {
    for (const undo of listeners) undo();
  };
}
