import { runGateway, toExitCode } from '@spillway/gateway';
import { type CommandSpec, defineCommand } from '../command.ts';
import { openSession } from '../session/open-session.ts';

const LIMITS = ['maxResultBytes', 'maxTurnBytes', 'maxMediaBytes', 'maxFrameBytes'] as const;

/** Runs an MCP server and keeps its tool results within the client's budget. */
export const wrapCommand: CommandSpec = defineCommand({
  name: 'wrap',
  summary: 'Run an MCP server and keep its tool results within the client’s budget.',
  operands: [{ name: '<command...>', description: 'The command of the MCP server and its arguments, after --.' }],
  takesCommand: true,
  options: [],
  limits: [...LIMITS, 'previewBytes', 'captureBytes', 'storeBytes', 'processStoreBytes', 'ttlMs'],
  notes: `Speaks MCP on standard input and output, as the server itself would. The budget is the one of the client that
connects, unless a limit is set here.

Exit code: the server's own.

Examples:
  spillway wrap -- npx -y @modelcontextprotocol/server-filesystem .
  claude mcp add files -- spillway wrap -- npx -y @modelcontextprotocol/server-filesystem .`,
  async run(call) {
    const { io, operands } = call;
    const [command = '', ...args] = operands;
    const { spillway, settings, explicit } = await openSession(call, { calls: 'tools' });
    const status = await runGateway({
      boundary: spillway,
      limits: settings,
      configured: LIMITS.filter((name) => explicit.has(name)),
      command,
      args,
      stdin: io.stdin,
      stdout: io.stdout,
      stderr: io.stderr,
    });
    return toExitCode(status);
  },
});
