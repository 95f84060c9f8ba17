import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { createTailWindow, startFailureExitCode } from '@spillway/core/process';
import { toPrintable } from '../report.ts';
import type { ExitStatus } from './exit-status.ts';

/** The MCP server, as a process of ours. */
export interface ServerProcess {
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly exited: Promise<ExitStatus>;
  kill(signal: NodeJS.Signals): void;
  /** Returns the last lines that the server wrote to its standard error, in printable characters. */
  stderrTail(): string;
  /** Lets go of the server's streams, which a child of its own may still hold open. */
  release(): void;
}

/** Says why a command could not be started, with the exit code that shells use for it. */
export interface StartFailure {
  readonly exitCode: number;
  readonly message: string;
}

const TAIL_BYTES = 4_096;
const TAIL_LINES = 10;
const TAIL_LINE_CHARACTERS = 200;
/** Bytes that may wait for a reader of our standard error; what comes above is dropped, and the server goes on. */
const MAX_QUEUED_STDERR_BYTES = 1_048_576;

/**
 * Starts a server without a shell, in our own process group, with our environment and working folder.
 *
 * Contract: its standard error is always drained, whether or not anyone reads ours, and goes to `stderr` as it comes.
 */
export function startServer(
  command: string,
  args: readonly string[],
  options: { stderr: Writable },
): Promise<ServerProcess | StartFailure> {
  return new Promise((resolve) => {
    let child: ChildProcess;
    try {
      child = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'], windowsHide: true });
    } catch (error) {
      resolve(toStartFailure(command, error));
      return;
    }
    child.once('error', (error) => resolve(toStartFailure(command, error)));
    child.once('spawn', () => resolve(toServerProcess(child, options.stderr)));
  });
}

/** Tells a failure from a running server. */
export function isStartFailure(started: ServerProcess | StartFailure): started is StartFailure {
  return 'exitCode' in started;
}

function toStartFailure(command: string, error: unknown): StartFailure {
  const { code } = error as NodeJS.ErrnoException;
  const name = toPrintable(command, 200);
  return { exitCode: startFailureExitCode({ code }), message: `cannot start ${name}: ${startFailureReason(error)}` };
}

function startFailureReason(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return 'no such command';
  if (code === 'EACCES') return 'not allowed to run it';
  return error instanceof Error ? error.message : String(error);
}

function toServerProcess(child: ChildProcess, stderr: Writable): ServerProcess {
  const { stdin, stdout, stderr: childStderr } = child;
  if (stdin === null || stdout === null || childStderr === null) throw new TypeError('the server has no pipes');
  const tail = createTailWindow(TAIL_BYTES);
  childStderr.on('data', (chunk: Buffer) => {
    tail.write(chunk);
    if (!stderr.destroyed && stderr.writableLength < MAX_QUEUED_STDERR_BYTES) stderr.write(chunk);
  });
  childStderr.on('error', () => {});
  return {
    stdin,
    stdout,
    exited: new Promise((resolve) => {
      child.once('exit', (code, signal) => resolve({ code, signal }));
    }),
    kill: (signal) => void child.kill(signal),
    stderrTail: () => formatTail(Buffer.from(tail.bytes()).toString('utf8')),
    release: () => {
      for (const stream of [stdin, stdout, childStderr]) stream.destroy();
    },
  };
}

function formatTail(text: string): string {
  const lines = text.split('\n').map((line) => toPrintable(line, TAIL_LINE_CHARACTERS).trimEnd());
  return lines
    .filter((line) => line !== '')
    .slice(-TAIL_LINES)
    .join('\n');
}
