import { formatCount } from '../output/counts.ts';
import { toLine } from '../text/escapes.ts';
import { EXIT_TIMED_OUT, signalExitCode } from './exit-code.ts';
import type { RunOutcome } from './run-command.ts';

/** What is told about a command besides its output. */
export interface OutcomeContext {
  readonly cwd: string;
  readonly timeoutMs?: number;
  /** The command printed nothing on either stream. */
  readonly isSilent: boolean;
  /** What it printed is not all shown. */
  readonly isPartial: boolean;
}

const MAX_PATH_CHARACTERS = 120;

/** Returns the exit code that stands for how a command ended. */
export function outcomeExitCode(outcome: RunOutcome): number {
  if (outcome.timedOut) return EXIT_TIMED_OUT;
  return outcome.signal === undefined ? (outcome.exitCode ?? 0) : signalExitCode(outcome.signal);
}

/**
 * Writes the lines that go before a command's output: how it ended first, then what its reader has to know.
 *
 * Contract: none for a command that ended by itself and whose output is all shown, so that it looks as if it had been
 * run directly; a command that printed nothing at all is told from one whose output got lost.
 */
export function outcomeLines(outcome: RunOutcome, context: OutcomeContext): string[] {
  const isPlain = outcome.signal === undefined && !outcome.timedOut && outcome.survivors.length === 0;
  if (isPlain && !outcome.letGo && !context.isSilent && !context.isPartial) return [];
  const lines = [
    `${endOf(outcome, context)} in ${shorten(toLine(context.cwd))}${context.isSilent ? ': it printed nothing' : ''}`,
  ];
  if (outcome.letGo) {
    lines.push(
      'a process that the command left running holds its output; what that prints from now on is not captured',
    );
  }
  if (outcome.survivors.length > 0) lines.push(`could not be ended: process ${outcome.survivors.join(', ')}`);
  return lines;
}

/** A path may be as long as all that may be said. */
function shorten(path: string): string {
  return path.length <= MAX_PATH_CHARACTERS ? path : `…${path.slice(-MAX_PATH_CHARACTERS)}`;
}

function endOf(outcome: RunOutcome, context: OutcomeContext): string {
  const exitCode = `exit code ${outcomeExitCode(outcome)}`;
  if (outcome.timedOut) return `stopped at the time limit of ${formatCount(context.timeoutMs ?? 0)} ms, ${exitCode},`;
  return outcome.signal === undefined ? exitCode : `killed by ${outcome.signal}, ${exitCode},`;
}
