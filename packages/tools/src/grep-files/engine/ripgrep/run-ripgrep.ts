import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** How ripgrep is run. */
export interface RipgrepRun {
  readonly command: string;
  readonly args: readonly string[];
  readonly directory: string;
  readonly maxMs: number;
  readonly signal?: AbortSignal;
  /** Takes the output piece by piece; false ends the run. */
  readonly onOutput: (chunk: Buffer) => boolean;
}

/** How a run of ripgrep ended. */
export interface RipgrepEnd {
  /** `stopped`: by `onOutput`. */
  readonly how: 'done' | 'stopped' | 'late' | 'aborted' | 'died';
  /** 0: something matched; 1: nothing did; 2: an error, besides which there may be matches. */
  readonly exitCode: number;
  /** The first of what it said on standard error. */
  readonly errors: string;
}

const maxErrorBytes = 16_384;

/**
 * Runs ripgrep and passes on what it prints, as fast as that is taken.
 *
 * Contract: no shell, no settings file, no environment; nothing of it runs when this resolves. Never throws for what
 * ripgrep does.
 */
export async function runRipgrep(run: RipgrepRun): Promise<RipgrepEnd> {
  const { SystemRoot } = process.env;
  const child = spawn(run.command, ['--no-config', ...run.args], {
    cwd: run.directory,
    env: SystemRoot === undefined ? {} : { SystemRoot },
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
  });
  // Listened for before anything else: where there is no descriptor left the process has an error, but no streams.
  const closed = once(child, 'close') as Promise<[number | null, string | null]>;
  const { stdout, stderr }: Partial<Pick<ChildProcess, 'stdout' | 'stderr'>> = child;
  let how: RipgrepEnd['how'] = 'done';
  const end = (why: RipgrepEnd['how']): void => {
    if (how === 'done') how = why;
    child.kill('SIGKILL');
  };
  const onAbort = (): void => end('aborted');
  const timer = setTimeout(() => end('late'), Math.max(0, run.maxMs));
  run.signal?.addEventListener('abort', onAbort);
  if (run.signal?.aborted) onAbort();
  let errors = '';
  stderr?.on('data', (chunk: Buffer) => {
    if (errors.length < maxErrorBytes) errors += chunk.toString();
  });
  stdout?.on('data', (chunk: Buffer) => {
    if (how === 'done' && !run.onOutput(chunk)) end('stopped');
  });
  try {
    const [exitCode, signal] = await closed;
    if (how === 'done' && signal !== null) how = 'died';
    return { how, exitCode: exitCode ?? 2, errors: errors.slice(0, maxErrorBytes) };
  } catch (error) {
    return { how: 'died', exitCode: 2, errors: String(error) };
  } finally {
    clearTimeout(timer);
    run.signal?.removeEventListener('abort', onAbort);
  }
}
