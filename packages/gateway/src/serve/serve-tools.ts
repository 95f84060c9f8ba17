import type { Readable, Writable } from 'node:stream';
import { isDoneWithin } from '@spillway/core/process';
import type { GatewayChoices, GatewayLimits } from '../limits.ts';
import type { ExitStatus } from '../process/exit-status.ts';
import { forwardSignals, type SignalSource } from '../process/signals.ts';
import { createReport } from '../report.ts';
import { type Connection, connectMcp, type ServerIdentity } from './connect-mcp.ts';
import { PROGRESS_MS } from './progress.ts';
import { ToolCalls, type ToolCallsOptions } from './tool-calls.ts';

/** Which tools are served, and over what. */
export interface ServeOptions extends GatewayChoices, Omit<ToolCallsOptions, 'choices'> {
  readonly limits: GatewayLimits;
  readonly identity: ServerIdentity;
  /** What a client may tell its model of the server as a whole. */
  readonly instructions: string;
  /** The client's messages. Default: this process. */
  readonly stdin?: Readable;
  readonly stdout?: Writable;
  readonly stderr?: Writable;
  /** Where SIGTERM, SIGINT and SIGHUP are heard. Default: this process. */
  readonly signals?: SignalSource;
  readonly graces?: Partial<ServeGraces>;
  /** Between two notices of progress. */
  readonly progressMs?: number;
}

/** How long is waited for what still runs. */
export interface ServeGraces {
  /** From the end of the input to the abort of calls: their answers may still be read. */
  readonly openCallsMs: number;
  /** From the abort of calls to the end: commands that do not end when told to are killed meanwhile. */
  readonly abortedMs: number;
  /** For a client to take what was written. */
  readonly flushMs: number;
}

/** The first ends before the four seconds after which client libraries kill us. */
const GRACES: ServeGraces = { openCallsMs: 3_000, abortedMs: 4_000, flushMs: 1_000 };

/**
 * Serves tools as an MCP server on standard input and output until the client goes or a signal comes.
 *
 * Contract: every answer is within the client's budget, measured as the frame that leaves. At the end of the input open
 * calls are answered or, after a while, aborted; a signal and a client that no longer reads abort them at once. Resolves
 * when they have ended, with 0 or the signal; never rejects for what a client does. Standard output holds nothing but
 * messages.
 */
export async function serveTools(options: ServeOptions): Promise<ExitStatus> {
  const { stdin = process.stdin, stdout = process.stdout, stderr = process.stderr, limits } = options;
  const graces = { ...GRACES, ...options.graces };
  const report = createReport(stderr);
  // Nobody reading standard error is no reason to end.
  stderr.on('error', () => {});
  const calls = new ToolCalls({ ...options, choices: options });
  const connection = connectMcp({
    stdin,
    stdout,
    maxFrameBytes: limits.maxFrameBytes,
    report,
    identity: options.identity,
    instructions: options.instructions,
    calls,
    progressMs: options.progressMs ?? PROGRESS_MS,
  });
  // Heard until the end: where nobody else listens, a signal would end this process before its commands have ended.
  let stopListening = (): void => {};
  const signalled = new Promise<ExitStatus>((resolve) => {
    stopListening = forwardSignals(options.signals ?? process, (signal) => resolve({ code: null, signal }));
  });
  const status = await Promise.race([signalled, untilClientGone(connection, graces)]);
  calls.abort();
  await isDoneWithin(calls.settled(), graces.abortedMs);
  await isDoneWithin(sent(connection), graces.flushMs);
  await connection.close();
  stdin.destroy();
  stopListening();
  return status;
}

async function untilClientGone({ transport }: Connection, { openCallsMs }: ServeGraces): Promise<ExitStatus> {
  const inputEnded = transport.inputEnded.then(() => isDoneWithin(transport.allAnswered(), openCallsMs));
  await Promise.race([inputEnded, transport.clientGone]);
  return { code: 0, signal: null };
}

async function sent({ transport }: Connection): Promise<void> {
  await transport.allAnswered();
  await transport.flush();
}
