// A pass-through relay: starts an MCP server and joins the pipes. What a gateway costs is measured against this.
import { spawn } from 'node:child_process';

const [command = '', ...args] = process.argv.slice(2);
const server = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });

process.stdin.pipe(server.stdin);
server.stdout.pipe(process.stdout);
server.stdin.on('error', () => {});
server.on('close', (code) => {
  process.exitCode = code ?? 1;
});
