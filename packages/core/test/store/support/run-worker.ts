import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** How a worker is run: under other limits, as another user, elsewhere. */
export interface WorkerOptions {
  /** Shell words that run the worker, which stands in them as `"$@"`. */
  readonly shell?: string;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** The user that the worker becomes once it runs: this Node may lie where that user may not go. */
  readonly uid?: number;
}

/** A running worker and the values that it says, as they come. */
export interface RunningWorker {
  readonly child: ChildProcess;
  readonly values: AsyncIterable<unknown>;
  /** Resolves with the exit code, or the signal's name, and what was written to stderr. */
  readonly ended: Promise<{ code: number | string | null; stderr: string }>;
}

/** Starts a worker. */
export function startWorker(
  compiled: string,
  command: string,
  options: unknown,
  how: WorkerOptions = {},
): RunningWorker {
  const words = [process.execPath, join(compiled, 'worker.mjs'), compiled, command, JSON.stringify(options)];
  const [file = '', ...rest] = how.shell === undefined ? words : ['sh', '-c', how.shell, 'sh', ...words];
  const child = spawn(file, rest, {
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: how.cwd ?? compiled,
    env: {
      PATH: process.env.PATH,
      HOME: compiled,
      ...(how.uid !== undefined && { WORKER_UID: String(how.uid) }),
      ...how.env,
    },
  });
  let stderr = '';
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const ended = new Promise<{ code: number | string | null; stderr: string }>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code: signal ?? code, stderr }));
  });
  return { child, values: parsedLines(child), ended };
}

/** Runs a worker to its end and returns what it said. */
export async function runWorker(
  compiled: string,
  command: string,
  options: unknown,
  how: WorkerOptions = {},
): Promise<unknown[]> {
  return valuesOf(startWorker(compiled, command, options, how));
}

/** Waits for the end of a worker and returns what it said. */
export async function valuesOf(worker: RunningWorker): Promise<unknown[]> {
  const values: unknown[] = [];
  for await (const value of worker.values) values.push(value);
  const { code, stderr } = await worker.ended;
  if (code !== 0) throw new Error(`worker ended with ${code}: ${stderr}`);
  return values;
}

/** A line that a killed worker did not finish is not a value. */
async function* parsedLines(child: ChildProcess): AsyncGenerator<unknown, void, void> {
  if (child.stdout === null) return;
  for await (const line of createInterface({ input: child.stdout })) {
    try {
      yield JSON.parse(line);
    } catch {}
  }
}
