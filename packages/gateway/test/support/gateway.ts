import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Boundary } from '../../src/boundary.ts';
import { type GatewayOptions, runGateway } from '../../src/run-gateway.ts';
import { createTestBoundary } from './boundary.ts';
import { LIMITS } from './limits.ts';
import { runWired, type WiredProgram } from './wired-program.ts';

export const rawServer: string = fileURLToPath(new URL('../fixtures/raw-server.mjs', import.meta.url));

/** A gateway that runs in this process, with a real server behind it and a raw client before it. */
export interface TestGateway extends WiredProgram {
  readonly boundary: Boundary;
}

/** Starts a gateway before the raw server, set up as given; it is ended when the test is. */
export function startGateway(
  setup: object = {},
  options: Partial<GatewayOptions> & { fromGateway?: (stdout: Readable) => Readable } = {},
): TestGateway {
  const boundary = options.boundary ?? createTestBoundary();
  const command = { command: process.execPath, args: [rawServer, JSON.stringify(setup)] };
  const run = (streams: Pick<GatewayOptions, 'stdin' | 'stdout' | 'stderr'>) =>
    runGateway({ ...command, limits: LIMITS, ...options, boundary, ...streams });
  return { ...runWired(run, options.fromGateway), boundary };
}
