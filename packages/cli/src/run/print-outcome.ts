import type { Writable } from 'node:stream';
import type { Io } from '../io.ts';
import { write, writeJson, writeText } from '../output/write.ts';
import { type CapturedStream, type Delivered, type DeliveredStreams, deliverStreams } from './deliver.ts';
import { type OutcomeContext, outcomeExitCode, outcomeLines } from './outcome-lines.ts';
import type { RunOutcome } from './run-command.ts';

/** How an outcome is printed. */
export interface PrintOptions {
  readonly io: Io;
  readonly maxResultBytes: number;
  readonly json?: boolean;
  readonly timeoutMs?: number;
}

type Streams = Readonly<Record<'stdout' | 'stderr', CapturedStream>>;

/**
 * Prints how a command ended and what it printed.
 *
 * Contract: what is printed is, encoded as JSON, at most `maxResultBytes` in all. As text, each stream goes to its own
 * stream, after the lines on how the command ended; as JSON, all is one object on standard output.
 */
export async function printOutcome(outcome: RunOutcome, streams: Streams, options: PrintOptions): Promise<void> {
  if (options.json) await printJson(outcome, streams, options);
  else await printText(outcome, streams, options);
}

async function printText(outcome: RunOutcome, streams: Streams, options: PrintOptions): Promise<void> {
  const { io } = options;
  const fullest = formatLines(outcomeLines(outcome, { ...contextOf(streams, options), isPartial: true }));
  const delivered = await deliverStreams(streams, options.maxResultBytes - encodedLength(fullest));
  const isPartial = isAnyPartial(delivered);
  const lines = outcomeLines(outcome, { ...contextOf(streams, options), isPartial });
  await write(io.stderr, formatLines(lines));
  await printStream(io.stdout, delivered.stdout);
  await printStream(io.stderr, delivered.stderr);
}

async function printStream(stream: Writable, delivered: Delivered | undefined): Promise<void> {
  if (delivered === undefined) return;
  if (delivered.exact === undefined) await writeText(stream, delivered.result.toText());
  else await write(stream, delivered.exact);
}

async function printJson(outcome: RunOutcome, streams: Streams, options: PrintOptions): Promise<void> {
  const head = {
    exitCode: outcomeExitCode(outcome),
    signal: outcome.signal ?? null,
    timedOut: outcome.timedOut,
    notes: outcomeLines(outcome, { ...contextOf(streams, options), isPartial: true }),
  };
  const empty = { partial: false, value: '' };
  const envelope = encodedLength(JSON.stringify({ ...head, stdout: empty, stderr: empty }));
  const delivered = await deliverStreams(streams, options.maxResultBytes - envelope);
  await writeJson(options.io.stdout, { ...head, stdout: jsonOf(delivered.stdout), stderr: jsonOf(delivered.stderr) });
}

function jsonOf(delivered: Delivered | undefined): object {
  if (delivered === undefined) return { partial: false, value: '' };
  if (delivered.exact === undefined) return delivered.result.toJson();
  return { partial: false, value: new TextDecoder('utf-8', { ignoreBOM: true }).decode(delivered.exact) };
}

function contextOf(streams: Streams, options: PrintOptions): Omit<OutcomeContext, 'isPartial'> {
  const isSilent = streams.stdout.captured.producedBytes + streams.stderr.captured.producedBytes === 0;
  const { timeoutMs } = options;
  return { cwd: options.io.cwd, isSilent, ...(timeoutMs !== undefined && { timeoutMs }) };
}

function isAnyPartial(delivered: DeliveredStreams): boolean {
  return [delivered.stdout, delivered.stderr].some((stream) => stream?.result.complete === false);
}

function formatLines(lines: readonly string[]): string {
  return lines.map((line) => `spillway: ${line}\n`).join('');
}

function encodedLength(text: string): number {
  return Buffer.byteLength(JSON.stringify(text));
}
