import { ProtocolError, ProtocolErrorCode, Server, type ServerContext, type Tool } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { metaKeys } from '../messages/meta-keys.ts';
import { FrameTransport, type FrameTransportOptions } from './frame-transport.ts';
import { type SendProgress, withProgress } from './progress.ts';
import type { ToolCalls } from './tool-calls.ts';

/** What a server says of itself. */
export interface ServerIdentity {
  readonly name: string;
  readonly version: string;
}

/** What the protocol's side stands on. */
export interface ConnectOptions extends FrameTransportOptions {
  readonly identity: ServerIdentity;
  readonly instructions: string;
  readonly calls: ToolCalls;
  readonly progressMs: number;
}

/** A connection that is being served. */
export interface Connection {
  readonly transport: FrameTransport<object>;
  close(): Promise<void>;
}

/**
 * Serves tools over MCP: the protocol is the official library's, the lines are our own.
 *
 * Contract: both eras; an unknown tool is an error of the protocol, all else that goes wrong in a call is a result with
 * `isError`. A call that the client cancels is aborted and not answered.
 */
export function connectMcp(options: ConnectOptions): Connection {
  const transport = new FrameTransport<object>(options);
  const handle = serveStdio(({ era }) => createServer(options, era === 'modern'), {
    transport,
    onerror: (error) => options.report(error.message),
  });
  return { transport, close: () => handle.close() };
}

function createServer(options: ConnectOptions, isModern: boolean): Server {
  const { identity, instructions, calls, progressMs } = options;
  const server = new Server(identity, { capabilities: { tools: {} }, instructions });
  const clientName = (context: ServerContext): string | undefined =>
    nameInEnvelope(context) ?? server.getClientVersion()?.name;
  server.setRequestHandler('tools/list', (_, context) => ({
    tools: calls.list(clientName(context)) as Tool[],
  }));
  server.setRequestHandler('tools/call', ({ params }, context) => {
    const { id, signal } = context.mcpReq;
    const client = clientName(context);
    const tool = calls.find(params.name, client);
    if (tool === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, unknownTool(params.name));
    const meta = isModern ? { [metaKeys.serverInfo]: identity } : undefined;
    const input = params.arguments ?? {};
    const call = calls.run({ id, tool, input, clientName: client, isModern, meta, signal });
    return withProgress(call, { toolName: tool.name, everyMs: progressMs, send: progressOf(context) });
  });
  return server;
}

/** Each request of the later era may say from which client it comes. */
function nameInEnvelope({ mcpReq }: ServerContext): string | undefined {
  const envelope: Readonly<Record<string, unknown>> = mcpReq.envelope ?? {};
  const info = envelope[metaKeys.clientInfo] as { readonly name?: unknown } | undefined;
  return typeof info?.name === 'string' ? info.name : undefined;
}

function progressOf({ mcpReq }: ServerContext): SendProgress | undefined {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  return (progress, message) =>
    mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, message } });
}

function unknownTool(name: string): string {
  return `Unknown tool: ${name.slice(0, 200).toWellFormed()}`;
}
