import type { BoundContext, ResultCapture, Spillway } from '@spillway/core';
import { outcomeExitCode } from '../process/exit-code.ts';
import type { RunOptions, RunOutcome } from '../process/run-outcome.ts';
import { runProcess } from '../process/run-process.ts';
import type { CapturedStreams } from './deliver-streams.ts';

/** What to run, and for whom its output is captured. */
export interface CaptureCommandOptions extends Omit<RunOptions, 'onStdout' | 'onStderr'> {
  readonly spillway: Spillway;
  /** The call; a label is added for each stream. */
  readonly context: BoundContext;
  /** Hears of every piece, before it is taken. */
  readonly onPiece?: (stream: 'stdout' | 'stderr', piece: Uint8Array) => void;
}

/** A command that has ended, and its streams. */
export interface CapturedCommand {
  readonly outcome: RunOutcome;
  readonly streams: CapturedStreams;
}

/**
 * Runs a command and captures both streams while they flow, each spilled once it cannot fit.
 *
 * Contract: as `runProcess`; memory does not grow with what is printed. A command that failed is named in the notices of
 * its streams.
 * @throws the error of `spawn`; nothing is kept then.
 */
export async function captureCommand(options: CaptureCommandOptions): Promise<CapturedCommand> {
  const { spillway, context, onPiece, ...run } = options;
  const open = (label: string): ResultCapture => spillway.capture({ ...context, label, keepsEnds: true });
  const captures = { stdout: open('stdout'), stderr: open('stderr') };
  const take = (name: 'stdout' | 'stderr') => (piece: Uint8Array) => {
    onPiece?.(name, piece);
    return captures[name].write(piece);
  };
  let outcome: RunOutcome;
  try {
    outcome = await runProcess({ ...run, onStdout: take('stdout'), onStderr: take('stderr') });
  } catch (error) {
    await Promise.all([captures.stdout.abort(), captures.stderr.abort()]);
    throw error;
  }
  const exitCode = outcomeExitCode(outcome);
  const end = async (name: 'stdout' | 'stderr') => ({
    capture: captures[name],
    captured: await captures[name].end(),
    ...(exitCode !== 0 && { failure: `exit code ${exitCode}, ${name}` }),
  });
  return { outcome, streams: { stdout: await end('stdout'), stderr: await end('stderr') } };
}
