import { redactText, SpillwayError, type SpillwayErrorCode } from '@spillway/core';
import type { Io } from './io.ts';
import { isClosedPipe, write, writeJson, writeNote } from './output/write.ts';
import { DEBUG_VARIABLE } from './settings/load-settings.ts';
import { UsageError } from './usage-error.ts';

const EXIT_FAILED = 1;
const EXIT_USAGE = 2;

/** What is nobody's mistake, but trouble with the place where results are kept. */
const TROUBLE: ReadonlySet<SpillwayErrorCode> = new Set<SpillwayErrorCode>([
  'store-full',
  'store-unavailable',
  'store-insecure',
  'aborted',
]);

/** What to do next is said in words that hold in a shell too. */
const ADVISES: ReadonlySet<SpillwayErrorCode> = new Set<SpillwayErrorCode>([
  'path-invalid',
  'not-json',
  'query-too-large',
]);

/**
 * Says in one line what went wrong, and answers with the exit code: 2 for a mistake in what was asked, 1 for trouble.
 *
 * Contract: never prints a stack unless `SPILLWAY_DEBUG` is set; with `json` the answer is one JSON object on stdout. A
 * reader that has gone away (`| head`) is no error.
 */
export async function reportError(error: unknown, io: Io, json: boolean): Promise<number> {
  if (isClosedPipe(error)) return 0;
  const { message, code, exitCode } = describe(error);
  if (json) await writeJson(io.stdout, { error: { code, message: redactText(message).text } });
  else await writeNote(io.stderr, message);
  if ((io.env[DEBUG_VARIABLE] ?? '') !== '' && error instanceof Error)
    await write(io.stderr, `${redactText(String(error.stack)).text}\n`);
  return exitCode;
}

/** Returns what is told of an error on a shell: one line, with advice where that holds there too. */
export function toShellText(error: SpillwayError): string {
  const advises = error.code.startsWith('handle-') || ADVISES.has(error.code);
  const text = advises ? oneLine(error.toModelText()) : error.message;
  return `${text}${shellAdvice(error)}`;
}

/** What to do next where only a shell has it. */
function shellAdvice({ code, facts, cause }: SpillwayError): string {
  if (code === 'handle-unknown') return ' A result of another project is read with --scope.';
  // What the expression engine refused; what is refused before may be literal already.
  if (code === 'pattern-invalid' && cause !== undefined) return '; --literal searches for the text as it stands';
  if (code !== 'source-unreadable') return '';
  if (facts.kind === 'directory') return ': list it with spillway ls, search it with spillway grep';
  return facts.kind === 'file' ? ': read it with spillway read' : '';
}

function describe(error: unknown): { message: string; code: string; exitCode: number } {
  if (error instanceof UsageError) return { message: error.message, code: 'usage', exitCode: EXIT_USAGE };
  if (SpillwayError.isInstance(error)) {
    const { code } = error;
    return { message: toShellText(error), code, exitCode: TROUBLE.has(code) ? EXIT_FAILED : EXIT_USAGE };
  }
  const text = error instanceof Error ? error.message : String(error);
  const hint = `set ${DEBUG_VARIABLE}=1 for the details`;
  return { message: `unexpected: ${oneLine(text)} (${hint})`, code: 'unexpected', exitCode: EXIT_FAILED };
}

function oneLine(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, ' ');
}
