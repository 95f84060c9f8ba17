import { UsageError } from '../usage-error.ts';
import { importOptional } from './import-optional.ts';

/** A tool as the server lists it. */
export interface ListedTool {
  readonly name: string;
}

/** A live connection to an MCP server that runs as a child process. */
export interface McpConnection {
  readonly tools: readonly ListedTool[];
  /** Returns the content blocks of the answer. */
  call(name: string, input: Readonly<Record<string, unknown>>): Promise<readonly unknown[]>;
  close(): Promise<void>;
}

/** How to start a server. */
export interface ServerCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
}

/**
 * Starts an MCP server and connects to it with the official client.
 *
 * Contract: the server's own messages (stderr) are kept back, and are part of the error when it does not start. `close`
 * ends the process.
 * @throws UsageError when the client is not installed.
 */
export async function connectMcp(server: ServerCommand): Promise<McpConnection> {
  const { Client } = await importOptional(() => import('@modelcontextprotocol/client'), '@modelcontextprotocol/client');
  const { StdioClientTransport } = await import('@modelcontextprotocol/client/stdio');
  const transport = new StdioClientTransport({ ...server, args: [...server.args], stderr: 'pipe' });
  const client = new Client({ name: 'spillway-demo', version: '1.0.0' });
  let messages = '';
  transport.stderr?.on('data', (chunk: Uint8Array) => {
    messages = `${messages}${Buffer.from(chunk).toString()}`.slice(-2_000);
  });
  try {
    await client.connect(transport);
    const { tools } = await client.listTools();
    return {
      tools,
      call: async (name, input) => (await client.callTool({ name, arguments: { ...input } })).content,
      close: () => client.close(),
    };
  } catch (error) {
    await client.close().catch(() => {});
    throw new UsageError(`${server.command} did not start as an MCP server: ${messages.trim() || String(error)}`);
  }
}
