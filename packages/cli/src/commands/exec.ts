import { type CommandCall, type CommandSpec, defineCommand } from '../command.ts';
import { createProgress } from '../output/progress.ts';
import { writeJson, writeNote } from '../output/write.ts';
import { wholeNumber } from '../parse-option.ts';
import type { CapturedStream } from '../run/deliver-stream.ts';
import { startFailureExitCode } from '../run/exit-code.ts';
import { outcomeExitCode } from '../run/outcome-lines.ts';
import { printOutcome } from '../run/print-outcome.ts';
import { type RunOutcome, runCommand } from '../run/run-command.ts';
import { openSession, type Session } from '../session/open-session.ts';
import { quoteLine } from '../text/escapes.ts';

interface ExecOptions {
  readonly timeoutMs?: number;
  readonly stdin?: boolean;
}

/** The most that a timer of Node can wait. */
const MAX_TIMEOUT_MS = 2_147_483_647;

/** Runs a command with bounded output. */
export const execCommand: CommandSpec = defineCommand<ExecOptions>({
  name: 'exec',
  summary: 'Run a command with bounded output and its own exit code.',
  operands: [{ name: '<command...>', description: 'The command and its arguments, after --.' }],
  takesCommand: true,
  options: [
    {
      flags: '--timeout-ms <n>',
      description: 'End the command, and all that it started, after this many milliseconds.',
      parse: wholeNumber('--timeout-ms', 1, MAX_TIMEOUT_MS),
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
    const streams = { stdout: capture(session, call, 'stdout'), stderr: capture(session, call, 'stderr') };
    let outcome: RunOutcome;
    try {
      outcome = await runCaptured(call, streams);
    } catch (error) {
      await Promise.all([streams.stdout.abort(), streams.stderr.abort()]);
      return startFailure(call, error as NodeJS.ErrnoException);
    }
    const exitCode = outcomeExitCode(outcome);
    const ended = {
      stdout: await end(streams.stdout, exitCode, 'stdout'),
      stderr: await end(streams.stderr, exitCode, 'stderr'),
    };
    const { maxResultBytes } = session.settings;
    await printOutcome(outcome, ended, { io: call.io, maxResultBytes, ...call.options });
    return exitCode;
  },
});

type Capture = CapturedStream['capture'];

function capture(session: Session, call: CommandCall, label: string): Capture {
  return session.spillway.capture({ toolName: 'exec', input: call.operands, label, keepControls: true });
}

async function end(capture: Capture, exitCode: number, label: string): Promise<CapturedStream> {
  const captured = await capture.end();
  return { capture, captured, ...(exitCode !== 0 && { failure: `exit code ${exitCode}, ${label}` }) };
}

async function runCaptured(
  call: CommandCall<ExecOptions>,
  streams: { readonly stdout: Capture; readonly stderr: Capture },
): Promise<RunOutcome> {
  const { operands, options, io } = call;
  const [command = '', ...args] = operands;
  const progress = createProgress(io.stderr, command);
  const take = (stream: Capture) => (chunk: Uint8Array) => {
    progress.add(chunk.length);
    return stream.write(chunk);
  };
  try {
    return await runCommand({
      command,
      args,
      cwd: io.cwd,
      env: io.env,
      stdin: options.stdin ? 'inherited' : 'closed',
      ...(options.timeoutMs !== undefined && { timeoutMs: options.timeoutMs }),
      onStdout: take(streams.stdout),
      onStderr: take(streams.stderr),
    });
  } finally {
    progress.clear();
  }
}

const startFailures: Readonly<Record<string, string>> = {
  ENOENT: 'it was not found',
  EMFILE: 'too many files are open, raise the limit (ulimit -n 1024)',
};

async function startFailure(call: CommandCall, error: NodeJS.ErrnoException): Promise<number> {
  // An error without a code of the system did not come from starting a process.
  if (error.syscall === undefined) throw error;
  const exitCode = startFailureExitCode(error);
  const why = startFailures[error.code ?? ''] ?? `it cannot be executed (${error.code})`;
  const message = `${quoteLine(call.operands[0] ?? '')} did not start: ${why}; exit code ${exitCode}`;
  if (call.options.json) await writeJson(call.io.stdout, { exitCode, error: { code: 'not-started', message } });
  else await writeNote(call.io.stderr, message);
  return exitCode;
}
