import { terminationSignals } from '@spillway/core/process';
import { killProcesses } from './end-processes.ts';

/** Leaders of process groups that are to end with this process. */
const leaders = new Set<number>();

/**
 * Ends a process group when this process ends, by itself or by a signal.
 *
 * Contract: what a signal does to this process stays as it was: where nobody else listens for it, it ends the process.
 * Returns the function that takes the promise back; listens for nothing while no group is there.
 */
export function endWithHost(leader: number): () => void {
  if (leaders.size === 0) listen();
  leaders.add(leader);
  return () => {
    if (leaders.delete(leader) && leaders.size === 0) stopListening();
  };
}

function killAll(): void {
  for (const leader of leaders) killProcesses(leader);
}

function onSignal(signal: NodeJS.Signals): void {
  killAll();
  leaders.clear();
  stopListening();
  if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
}

function listen(): void {
  process.on('exit', killAll);
  for (const signal of terminationSignals) process.on(signal, onSignal);
}

function stopListening(): void {
  process.off('exit', killAll);
  for (const signal of terminationSignals) process.off(signal, onSignal);
}
