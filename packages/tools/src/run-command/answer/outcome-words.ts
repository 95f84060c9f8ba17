import { formatCount } from '@spillway/core';
import { outcomeExitCode } from '../process/exit-code.ts';
import type { RunOutcome } from '../process/run-outcome.ts';

/** Says in a few words how a command ended; the exit code stands first where it is the command's own. */
export function outcomeWords(outcome: RunOutcome, timeoutMs = 0): string {
  const exitCode = `exit code ${outcomeExitCode(outcome)}`;
  if (outcome.stoppedBy === 'timeout') return `stopped at the time limit of ${formatCount(timeoutMs)} ms, ${exitCode}`;
  if (outcome.stoppedBy === 'abort') return `stopped because the call was cancelled, ${exitCode}`;
  return outcome.signal === undefined ? exitCode : `killed by ${outcome.signal}, ${exitCode}`;
}

/** Says what a command left behind: a sentence each, without a full stop; none for one that left nothing. */
export function outcomeNotes(outcome: RunOutcome): string[] {
  const notes: string[] = [];
  if (outcome.letGo) {
    notes.push(
      'a process that the command left running holds its output; what that prints from now on is not captured',
    );
  }
  if (outcome.survivors.length > 0) notes.push(`could not be ended: process ${outcome.survivors.join(', ')}`);
  return notes;
}
