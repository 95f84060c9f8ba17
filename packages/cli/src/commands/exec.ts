import { redactText, SETTINGS } from '@spillway/core';
import { type CapturedCommand, captureCommand, outcomeExitCode, toStartFailure } from '@spillway/tools';
import { type CommandCall, type CommandSpec, defineCommand } from '../command.ts';
import { createProgress } from '../output/progress.ts';
import { writeJson, writeNote } from '../output/write.ts';
import { wholeNumber } from '../parse-option.ts';
import { printOutcome } from '../run/print-outcome.ts';
import { openSession, type Session } from '../session/open-session.ts';
import { quoteLine } from '../text/escapes.ts';

interface ExecOptions {
  readonly timeoutMs?: number;
  readonly stdin?: boolean;
}

/** The bounds are those of run_command; without the flag a command may take what time it takes, as on any shell. */
const TIMEOUT = SETTINGS.find(({ name }) => name === 'commandTimeoutMs') as (typeof SETTINGS)[number];

/** Runs a command with bounded output. */
export const execCommand: CommandSpec = defineCommand<ExecOptions>({
  name: 'exec',
  summary: 'Run a command with bounded output and its own exit code.',
  operands: [{ name: '<command...>', description: 'The command and its arguments, after --.' }],
  takesCommand: true,
  options: [
    {
      flags: '--timeout-ms <n>',
      description: 'End the command, and all that it started, after this many milliseconds; default: never.',
      parse: wholeNumber('--timeout-ms', TIMEOUT.min, TIMEOUT.max),
    },
    { flags: '--stdin', description: 'Pass standard input on; without it the command gets an empty one.' },
  ],
  limits: ['maxResultBytes', 'previewBytes', 'captureBytes', 'storeBytes', 'processStoreBytes', 'ttlMs'],
  notes: `Output that fits is printed as it came. Of a stream that does not fit, all is kept, and a notice stands in its
place: what it is, what is rare in it, and the commands that fetch the rest.

Exit code: the command's own; 124 at the time limit; 126 or 127 when it cannot be started; 128 + n for signal n.

Examples:
  spillway exec -- npm test
  spillway exec --timeout-ms 60000 -- sh -c 'make 2>&1'`,
  async run(call) {
    const session = await openSession(call);
    let ran: CapturedCommand;
    try {
      ran = await runCaptured(session, call);
    } catch (error) {
      return startFailure(call, error as NodeJS.ErrnoException);
    }
    const { maxResultBytes } = session.settings;
    await printOutcome(ran.outcome, ran.streams, { io: call.io, maxResultBytes, ...call.options });
    return outcomeExitCode(ran.outcome);
  },
});

async function runCaptured(session: Session, call: CommandCall<ExecOptions>): Promise<CapturedCommand> {
  const { operands, options, io } = call;
  const [command = '', ...args] = operands;
  const progress = createProgress(io.stderr, command);
  try {
    return await captureCommand({
      spillway: session.spillway,
      context: { toolName: 'exec', input: operands, keepControls: true },
      command,
      args,
      cwd: io.cwd,
      env: io.env,
      stdin: options.stdin ? 'inherited' : 'closed',
      ...(options.timeoutMs !== undefined && { timeoutMs: options.timeoutMs }),
      hostSignals: 'pass-on',
      onPiece: (_, piece) => progress.add(piece.length),
    });
  } finally {
    progress.clear();
  }
}

async function startFailure(call: CommandCall, error: NodeJS.ErrnoException): Promise<number> {
  const { exitCode, words } = toStartFailure(error, quoteLine(call.operands[0] ?? ''));
  const message = `${words}; exit code ${exitCode}`;
  if (call.options.json)
    await writeJson(call.io.stdout, { exitCode, error: { code: 'not-started', message: redactText(message).text } });
  else await writeNote(call.io.stderr, message);
  return exitCode;
}
