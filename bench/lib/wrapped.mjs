import { join } from 'node:path';
import { program, root } from './scratch.mjs';
import { StdioClient } from './stdio-client.mjs';

const server = [process.execPath, program('big-server.mjs')];

/** Starts the benchmark's MCP server behind the pass-through relay. */
export async function startRelayed() {
  const client = new StdioClient(process.execPath, [join(root, 'bench/baselines/relay.mjs'), ...server]);
  await client.initialize();
  return client;
}

/**
 * Starts the benchmark's MCP server behind `spillway wrap`.
 *
 * @param {string} store
 */
export async function startWrapped(store) {
  const command = join(root, 'packages/cli/bin/spillway.mjs');
  const client = new StdioClient(process.execPath, [command, 'wrap', '--store', store, '--', ...server]);
  await client.initialize();
  return client;
}
