import { PassThrough, type Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { Boundary } from '../../src/boundary.ts';
import type { ExitStatus } from '../../src/process/exit-status.ts';
import { type GatewayOptions, runGateway } from '../../src/run-gateway.ts';
import { createTestBoundary } from './boundary.ts';
import { LIMITS } from './limits.ts';
import { WireClient } from './wire-client.ts';

export const rawServer: string = fileURLToPath(new URL('../fixtures/raw-server.mjs', import.meta.url));

/** A gateway that runs in this process, with a real server behind it and a raw client before it. */
export interface TestGateway {
  readonly client: WireClient;
  readonly exit: Promise<ExitStatus>;
  readonly boundary: Boundary;
  /** What it has written to standard error so far. */
  stderr(): string;
}

/** Starts a gateway before the raw server, set up as given; it is ended when the test is. */
export function startGateway(
  setup: object = {},
  options: Partial<GatewayOptions> & { fromGateway?: (stdout: Readable) => Readable } = {},
): TestGateway {
  const toGateway = new PassThrough();
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  const said: Buffer[] = [];
  stderr.on('data', (chunk: Buffer) => said.push(chunk));
  const boundary = options.boundary ?? createTestBoundary();
  const client = new WireClient({ toGateway, fromGateway: options.fromGateway?.(stdout) ?? stdout });
  const exit = runGateway({
    command: process.execPath,
    args: [rawServer, JSON.stringify(setup)],
    limits: LIMITS,
    ...options,
    boundary,
    stdin: toGateway,
    stdout,
    stderr,
  });
  const ended = exit.finally(() => stdout.end());
  onTestFinished(async () => {
    client.close();
    await ended;
  });
  return { client, exit, boundary, stderr: () => Buffer.concat(said).toString('utf8') };
}
