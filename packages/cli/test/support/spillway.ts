import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const lock = join(root, 'node_modules/.cache/spillway-test-build');

/** The built command. */
export const script: string = join(root, 'packages/cli/bin/spillway.mjs');

/** Builds the command, once at a time: test files run side by side. */
export async function buildSpillway(): Promise<void> {
  mkdirSync(join(lock, '..'), { recursive: true });
  for (let waited = 0; !tryLock(); waited += 100) {
    // A run that was killed left it behind.
    if (waited > 50_000) rmdirSync(lock);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  try {
    execFileSync('npx', ['tsc', '-b', 'packages/cli'], { cwd: root, encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    throw new Error(`the command does not build:\n${(error as { stdout?: string }).stdout ?? error}`);
  } finally {
    rmdirSync(lock);
  }
}

function tryLock(): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch {
    return false;
  }
}

/** A folder of its own for one test file, with a store in it. */
export interface Sandbox {
  readonly folder: string;
  readonly store: string;
  /** Environment without any setting of whoever runs the tests, and with this sandbox's state folder. */
  readonly env: NodeJS.ProcessEnv;
  remove(): void;
}

export function createSandbox(): Sandbox {
  const folder = mkdtempSync(join(tmpdir(), 'spillway-cli-'));
  const ours = Object.entries(process.env).filter(([name]) => !name.startsWith('SPILLWAY_'));
  return {
    folder,
    store: join(folder, 'state', 'spillway'),
    env: { ...Object.fromEntries(ours), HOME: folder, XDG_STATE_HOME: join(folder, 'state') },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** What a process printed and how it ended. */
export interface Ran {
  readonly stdout: Buffer;
  readonly stderr: string;
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly input?: string | Uint8Array;
  /** Hears of the process as soon as it runs. */
  readonly onStart?: (pid: number) => void;
}

/** Runs any program to its end. */
export function run(command: string, args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: options.cwd, env: options.env, stdio: 'pipe' });
    const stdout: Buffer[] = [];
    let stderr = '';
    child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => {
      stderr += chunk.toString();
    });
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ stdout: Buffer.concat(stdout), stderr, code, signal }));
    child.stdin.on('error', () => {});
    child.stdin.end(options.input ?? '');
    if (child.pid !== undefined) options.onStart?.(child.pid);
  });
}

/** Runs the built command in a sandbox. */
export function spillway(sandbox: Sandbox, args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  return run(process.execPath, [script, ...args], { cwd: sandbox.folder, env: sandbox.env, ...options });
}

/** The bytes that a text takes as it would be sent: JSON-encoded, in UTF-8. */
export function encodedBytes(text: string | Uint8Array): number {
  return Buffer.byteLength(JSON.stringify(Buffer.from(text as Uint8Array).toString()));
}

/** The handle that a notice names. */
export function handleIn(text: string | Uint8Array): string {
  return /\br_[0-9a-z]{8,}\b/.exec(Buffer.from(text as Uint8Array).toString())?.[0] ?? 'no handle';
}
