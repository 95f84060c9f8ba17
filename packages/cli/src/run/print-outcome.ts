import {
  type CapturedStreams,
  type DeliveredStreams,
  deliveredJson,
  deliverStreams,
  outcomeExitCode,
  type RunOutcome,
} from '@spillway/tools';
import type { Io } from '../io.ts';
import { formatNote, write, writeJson } from '../output/write.ts';
import { type OutcomeContext, outcomeLines } from './outcome-lines.ts';
import { printDelivered } from './print-delivered.ts';

/** How an outcome is printed. */
export interface PrintOptions {
  readonly io: Io;
  readonly maxResultBytes: number;
  readonly json?: boolean;
  readonly timeoutMs?: number;
}

/**
 * Prints how a command ended and what it printed.
 *
 * Contract: what is printed is, encoded as JSON, at most `maxResultBytes` in all. As text, each stream goes to its own
 * stream, after the lines on how the command ended; as JSON, all is one object on standard output.
 */
export async function printOutcome(
  outcome: RunOutcome,
  streams: CapturedStreams,
  options: PrintOptions,
): Promise<void> {
  if (options.json) await printJson(outcome, streams, options);
  else await printText(outcome, streams, options);
}

async function printText(outcome: RunOutcome, streams: CapturedStreams, options: PrintOptions): Promise<void> {
  const { io } = options;
  const fullest = formatLines(outcomeLines(outcome, { ...contextOf(streams, options), isPartial: true }));
  const delivered = await deliverStreams(streams, options.maxResultBytes - encodedLength(fullest));
  const isPartial = isAnyPartial(delivered);
  const lines = outcomeLines(outcome, { ...contextOf(streams, options), isPartial });
  if (delivered.keptOnly !== undefined) lines.push(tooSmallLine(delivered.keptOnly, options));
  await write(io.stderr, formatLines(lines));
  await printDelivered(io.stdout, delivered.stdout);
  if (io.stdout.isTTY && io.stderr.isTTY && sharesLine(delivered)) await write(io.stdout, '\n');
  await printDelivered(io.stderr, delivered.stderr);
}

/** Output without a last newline would have a notice begin in its last line. */
function sharesLine({ stdout, stderr }: DeliveredStreams): boolean {
  const isNotice = stderr !== undefined && stderr.exact === undefined;
  return isNotice && stdout?.exact !== undefined && stdout.exact.at(-1) !== 0x0a;
}

async function printJson(outcome: RunOutcome, streams: CapturedStreams, options: PrintOptions): Promise<void> {
  const head = {
    exitCode: outcomeExitCode(outcome),
    signal: outcome.signal ?? null,
    timedOut: outcome.stoppedBy === 'timeout',
    notes: outcomeLines(outcome, { ...contextOf(streams, options), isPartial: true }),
  };
  const empty = { partial: false, value: '' };
  const envelope = encodedLength(JSON.stringify({ ...head, stdout: empty, stderr: empty }));
  const delivered = await deliverStreams(streams, options.maxResultBytes - envelope);
  const answer =
    delivered.keptOnly !== undefined
      ? { ...head, notes: [...head.notes, tooSmallLine(delivered.keptOnly, options)] }
      : { ...head, stdout: deliveredJson(delivered.stdout), stderr: deliveredJson(delivered.stderr) };
  await writeJson(options.io.stdout, answer);
}

function contextOf(streams: CapturedStreams, options: PrintOptions): Omit<OutcomeContext, 'isPartial'> {
  const isSilent = streams.stdout.captured.producedBytes + streams.stderr.captured.producedBytes === 0;
  const { timeoutMs } = options;
  return { cwd: options.io.cwd, isSilent, ...(timeoutMs !== undefined && { timeoutMs }) };
}

function isAnyPartial(delivered: DeliveredStreams): boolean {
  const parts = [delivered.stdout, delivered.stderr];
  return delivered.keptOnly !== undefined || parts.some((stream) => stream?.result.complete === false);
}

/** What was kept can still be read, though there is no room for its notice. */
function tooSmallLine(kept: readonly string[], options: PrintOptions): string {
  const where = kept.length === 0 ? 'it is not kept' : `kept as ${kept.join(' and ')}`;
  return `--max-result-bytes ${options.maxResultBytes} has no room for a notice of its output: ${where}`;
}

function formatLines(lines: readonly string[]): string {
  return lines.map(formatNote).join('');
}

function encodedLength(text: string): number {
  return Buffer.byteLength(JSON.stringify(text));
}
