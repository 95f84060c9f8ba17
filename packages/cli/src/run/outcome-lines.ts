import { outcomeNotes, outcomeWords, type RunOutcome } from '@spillway/tools';
import { toLine } from '../text/escapes.ts';

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

/**
 * Writes the lines that go before a command's output: how it ended first, then what its reader has to know.
 *
 * Contract: none for a command that ended by itself and whose output is all shown, so that it looks as if it had been
 * run directly; a command that printed nothing at all is told from one whose output got lost.
 */
export function outcomeLines(outcome: RunOutcome, context: OutcomeContext): string[] {
  const isPlain = outcome.signal === undefined && outcome.stoppedBy === undefined && outcome.survivors.length === 0;
  if (isPlain && !outcome.letGo && !context.isSilent && !context.isPartial) return [];
  const words = outcomeWords(outcome, context.timeoutMs);
  const end = words.includes(',') ? `${words},` : words;
  const first = `${end} in ${shorten(toLine(context.cwd))}${context.isSilent ? ': it printed nothing' : ''}`;
  return [first, ...outcomeNotes(outcome)];
}

/** A path may be as long as all that may be said. */
function shorten(path: string): string {
  return path.length <= MAX_PATH_CHARACTERS ? path : `…${path.slice(-MAX_PATH_CHARACTERS)}`;
}
