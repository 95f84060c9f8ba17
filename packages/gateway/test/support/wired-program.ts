import { PassThrough, type Readable } from 'node:stream';
import { onTestFinished } from 'vitest';
import type { ExitStatus } from '../../src/process/exit-status.ts';
import { WireClient } from './wire-client.ts';

/** The standard streams of a program that runs in this process. */
export interface ProgramStreams {
  readonly stdin: PassThrough;
  readonly stdout: PassThrough;
  readonly stderr: PassThrough;
}

/** A program that runs in this process, and a raw client before it. */
export interface WiredProgram {
  readonly client: WireClient;
  readonly exit: Promise<ExitStatus>;
  /** What the client reads from. */
  readonly stdout: PassThrough;
  /** What it has written to standard error so far. */
  stderr(): string;
}

/** Runs a program with a raw client at its streams; it is ended when the test is. */
export function runWired(
  run: (streams: ProgramStreams) => Promise<ExitStatus>,
  toClient: (stdout: Readable) => Readable = (stdout) => stdout,
): WiredProgram {
  const streams = { stdin: new PassThrough(), stdout: new PassThrough(), stderr: new PassThrough() };
  const said: Buffer[] = [];
  streams.stderr.on('data', (chunk: Buffer) => said.push(chunk));
  const client = new WireClient({ toGateway: streams.stdin, fromGateway: toClient(streams.stdout) });
  const exit = run(streams);
  const ended = exit.finally(() => streams.stdout.end());
  onTestFinished(async () => {
    client.close();
    await ended;
  });
  return { client, exit, stdout: streams.stdout, stderr: () => Buffer.concat(said).toString('utf8') };
}
