import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { onTestFinished } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** The reference servers, as their packages start them. */
export const referenceServer = (name: 'filesystem' | 'everything' | 'memory', ...args: string[]): string[] => [
  process.execPath,
  join(root, `node_modules/@modelcontextprotocol/server-${name}/dist/index.js`),
  ...args,
];

/** The raw server of the gateway's own tests, set up as given. */
export const rawServer = (setup: object): string[] => [
  process.execPath,
  join(root, 'packages/gateway/test/fixtures/raw-server.mjs'),
  JSON.stringify(setup),
];

/** Puts `spillway wrap` in front of a server. */
export const wrapped = (server: readonly string[], store: string): string[] => [
  process.execPath,
  join(root, 'packages/cli/bin/spillway.mjs'),
  'wrap',
  '--store',
  store,
  '--',
  ...server,
];

/** Puts a gateway with options of its own in front of a server. */
export const gatewayed = (server: readonly string[], options: object): string[] => [
  process.execPath,
  join(root, 'test/e2e/fixtures/gateway-runner.mjs'),
  JSON.stringify(options),
  '--',
  ...server,
];

/** A server by the SDK that speaks the stateless era and the one before. */
export const modernServer: string[] = [process.execPath, join(root, 'test/e2e/fixtures/gateway-modern-server.mjs')];

/** Returns a folder that is removed when the test is over. */
export function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'spillway-e2e-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** An SDK client that answers what servers may ask of it, and notes the notifications it got. */
export interface Peer {
  readonly client: Client;
  readonly notifications: string[];
}

/** Connects the SDK's validating client, with its own limit of 10 MiB for one message. */
export async function connect(
  command: readonly string[],
  options: { env?: Record<string, string>; name?: string; rootFolder?: string; isModern?: boolean } = {},
): Promise<Peer> {
  const capabilities = { roots: { listChanged: true }, sampling: {}, elicitation: { form: {} } };
  const client = new Client(
    { name: options.name ?? 'spillway-e2e', version: '1.0.0' },
    { capabilities, versionNegotiation: { mode: options.isModern ? 'auto' : 'legacy' } },
  );
  const notifications: string[] = [];
  client.setRequestHandler('roots/list', async () => ({
    roots: options.rootFolder === undefined ? [] : [{ uri: `file://${options.rootFolder}`, name: 'root' }],
  }));
  client.setRequestHandler('sampling/createMessage', async ({ params }) => ({
    model: 'none',
    role: 'assistant' as const,
    content: { type: 'text' as const, text: `sampled ${params.maxTokens}` },
  }));
  client.setRequestHandler('elicitation/create', async () => ({ action: 'accept' as const, content: { yes: true } }));
  client.fallbackNotificationHandler = async (notification) => {
    notifications.push(JSON.stringify(notification));
  };
  const [file = '', ...args] = command;
  const env = { PATH: process.env.PATH ?? '', HOME: tmpdir(), ...options.env };
  await client.connect(new StdioClientTransport({ command: file, args, env, stderr: 'ignore' }));
  onTestFinished(() => client.close());
  return { client, notifications };
}

/** Returns what a call gave, or what it failed with; neither is an exception of the test. */
export async function outcome(call: () => Promise<unknown>): Promise<unknown> {
  try {
    return await call();
  } catch (error) {
    return { failed: error instanceof Error ? error.message : String(error) };
  }
}
