import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { rawServer } from './gateway.ts';
import { WireClient } from './wire-client.ts';

export interface GatewayProcess {
  readonly child: ChildProcess;
  readonly client: WireClient;
  readonly exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  stderr(): string;
}

/** Starts a compiled gateway as a process before the raw server, or before another command. */
export function startGatewayProcess(
  program: string,
  setup: object = {},
  options: { graces?: object; command?: readonly string[]; stderr?: 'pipe' | 'ignore' } = {},
): GatewayProcess {
  const command = options.command ?? [process.execPath, rawServer, JSON.stringify(setup)];
  const child = spawn(process.execPath, [program, JSON.stringify(options.graces ?? {}), '--', ...command], {
    stdio: ['pipe', 'pipe', options.stderr ?? 'pipe'],
  });
  const said: Buffer[] = [];
  child.stderr?.on('data', (chunk: Buffer) => said.push(chunk));
  const exited = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  if (child.stdin === null || child.stdout === null) throw new TypeError('no pipes');
  const client = new WireClient({ toGateway: child.stdin, fromGateway: child.stdout });
  return { child, client, exited, stderr: () => Buffer.concat(said).toString('utf8') };
}

/** Waits until a process is gone; fails when it still lives after two seconds. */
export async function expectGone(pid: number): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    if (!isAlive(pid)) return;
    await sleep(20);
  }
  process.kill(pid, 'SIGKILL');
  throw new Error(`process ${pid} was left behind`);
}

/** Tells whether a process runs; one that has ended and was not waited for does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  const stat = `/proc/${pid}/stat`;
  return !existsSync(stat) || !readFileSync(stat, 'utf8').split(') ')[1]?.startsWith('Z');
}
