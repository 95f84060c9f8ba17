import { isAbsolute } from 'node:path';
import { jsonEscapedLength, type ToolAnswer, type ToolCall, toTitle } from '@spillway/core';
import { startFailureExitCode } from '@spillway/core/process';
import { fittingNotes } from '../answer/fitting-notes.ts';
import { shortCwd } from '../answer/short-cwd.ts';
import { explainFailure } from './explain-failure.ts';

/** Why the system starts no command, by its error code. */
const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'it was not found',
  EMFILE: 'too many files are open, raise the limit (ulimit -n 1024)',
};
/** Of the budget: what the notes may take, and the name of the program. */
const notesShare = 0.6;
const nameShare = 0.25;
const nameLengths: readonly number[] = [200, 60, 20];

const wholeLineNote =
  'one item: argv is a list, of which the first item names the program, and no program has a name such as this. ' +
  'Send each argument as an item of its own, or the whole line as command.';

/**
 * Says that a command did not start, and why; `name` is how it is shown.
 *
 * Contract: `exitCode` is the one that a shell would give; `words` end without a full stop.
 * @throws the error itself where the system did not refuse the start.
 */
export function toStartFailure(
  error: NodeJS.ErrnoException,
  name: string,
): { readonly exitCode: number; readonly words: string } {
  // An error without a call of the system did not come from starting a process.
  if (error.syscall === undefined) throw error;
  const why = reasons[error.code ?? ''] ?? `it cannot be executed (${error.code})`;
  return { exitCode: startFailureExitCode(error), words: `${name} did not start: ${why}` };
}

/**
 * Answers that a command did not start.
 *
 * Contract: an error, as nothing ran; its first line begins with the exit code that a shell would give.
 * @throws as `toStartFailure`.
 */
export function answerStartFailure(
  error: NodeJS.ErrnoException,
  { command, cwd }: { readonly command: string; readonly cwd: string },
  call: ToolCall,
): ToolAnswer {
  const { exitCode, words } = toStartFailure(error, fittingTitle(command, call.maxBytes * nameShare));
  const errorText = error.code === 'ENOENT' ? `${command}: not found` : String(error.code);
  const isLine = error.code === 'ENOENT' && /\s/.test(command) && !isAbsolute(command);
  const causes = isLine ? [wholeLineNote] : explainFailure({ exitCode, errorText, cwd });
  const first = `exit code ${exitCode} · ${words} · in ${shortCwd(cwd)}`;
  const lines = [first, ...fittingNotes(causes, call.maxBytes * notesShare)];
  return { text: lines.join('\n'), isError: true, page: { exitCode, started: false } };
}

/** Control characters take seven times their length. */
function fittingTitle(text: string, maxBytes: number): string {
  const titles = nameLengths.map((length) => toTitle(text, length));
  return titles.find((title) => jsonEscapedLength(title) <= maxBytes) ?? toTitle(text, Math.min(...nameLengths));
}
