import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Boundary } from './boundary.ts';
import type { GatewayChoices, GatewayLimits } from './limits.ts';
import { type ExitStatus, formatExitStatus } from './process/exit-status.ts';
import { isStartFailure, type ServerProcess, startServer } from './process/server-process.ts';
import { GRACES, type Graces, Shutdown } from './process/shutdown.ts';
import { forwardSignals, type SignalSource } from './process/signals.ts';
import { Relay } from './relay/relay.ts';
import { Session } from './relay/session.ts';
import { createReport } from './report.ts';

/** What a gateway stands on and between. */
export interface GatewayOptions extends GatewayChoices {
  /** A Spillway instance, or anything with its `bound` and `tools`. */
  readonly boundary: Boundary;
  readonly limits: GatewayLimits;
  /** The MCP server to start, without a shell. */
  readonly command: string;
  readonly args: readonly string[];
  /** The client's messages. Default: this process. */
  readonly stdin?: Readable;
  readonly stdout?: Writable;
  readonly stderr?: Writable;
  /** Where SIGTERM, SIGINT and SIGHUP are heard. Default: this process. */
  readonly signals?: SignalSource;
  readonly graces?: Partial<Graces>;
}

/** After the server has ended, its output may still be held open by a child of its own; silence this long ends the wait. */
const SILENCE_MS = 1_000;
const OWN_CALLS_MS = 2_000;

/**
 * Starts an MCP server and stands between it and the client on standard input and output.
 *
 * Contract: messages pass byte for byte and in order, but for tool results over the client's budget, tool lists (which
 * gain the readers) and calls of the readers. Resolves with the server's own exit status once it has ended and the
 * client has taken what was left; 127 or 126 when it could not be started. Never rejects for what a client or a
 * server does. Signals go on to the server.
 */
export async function runGateway(options: GatewayOptions): Promise<ExitStatus> {
  const stderr = options.stderr ?? process.stderr;
  const report = createReport(stderr);
  // Nobody reading standard error is no reason to end.
  stderr.on('error', () => {});
  const server = await startServer(options.command, options.args, { stderr });
  if (isStartFailure(server)) {
    report(server.message);
    return { code: server.exitCode, signal: null };
  }
  const { boundary, limits } = options;
  return relayUntilExit(server, new Session({ boundary, limits, choices: options, report }), options);
}

async function relayUntilExit(server: ServerProcess, session: Session, options: GatewayOptions): Promise<ExitStatus> {
  const stdin = options.stdin ?? process.stdin;
  const shutdown = new Shutdown({
    kill: server.kill,
    endInput: () => relay.endServer(),
    hasOpenCalls: () => session.pending.size > 0,
    graces: { ...GRACES, ...options.graces },
  });
  const streams = {
    fromClient: stdin,
    toClient: options.stdout ?? process.stdout,
    fromServer: server.stdout,
    toServer: server.stdin,
  };
  const relay = new Relay(session, streams, {
    onClientGone: () => {
      server.stdout.destroy();
      shutdown.clientGone();
    },
  });
  const stopForwarding = forwardSignals(options.signals ?? process, (signal) => shutdown.signal(signal));
  relay.client.done.then(() => shutdown.clientGone());
  relay.server.done.then(async () => {
    // A server that ends closes its output first; its exit says more.
    const exit = await Promise.race([server.exited, pause(SILENCE_MS)]);
    if (exit !== undefined) return;
    relay.failOpenCalls('the MCP server closed its output before it answered');
    shutdown.clientGone();
  });
  const status = await server.exited;
  shutdown.stop();
  stopForwarding();
  await outputEnd(relay);
  relay.failOpenCalls(deathMessage(server, status));
  await relay.finish({ ownCallsMs: OWN_CALLS_MS });
  stdin.destroy();
  server.release();
  return status;
}

/** Waits without keeping the process alive for it. */
const pause = (ms: number): Promise<undefined> => sleep(ms, undefined, { ref: false });

async function outputEnd(relay: Relay): Promise<void> {
  const exitedAt = performance.now();
  let isDone = false;
  const done = relay.server.done.then(() => {
    isDone = true;
  });
  const silenceMs = (): number => Math.min(relay.server.idleMs(), performance.now() - exitedAt);
  while (!isDone && silenceMs() < SILENCE_MS) await Promise.race([done, pause(50)]);
}

function deathMessage(server: ServerProcess, status: ExitStatus): string {
  const tail = server.stderrTail();
  const said = `the MCP server ${formatExitStatus(status)} before it answered`;
  return tail === '' ? said : `${said}. The last lines of its standard error:\n${tail}`;
}
