import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { drain } from './drain.ts';
import { endProcesses } from './end-processes.ts';

/** What to run, and what takes its output. */
export interface RunOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** `closed` gives the command an empty standard input. */
  readonly stdin: 'closed' | 'inherited';
  readonly timeoutMs?: number;
  readonly onStdout: (chunk: Uint8Array) => Promise<void>;
  readonly onStderr: (chunk: Uint8Array) => Promise<void>;
}

/** How a command ended. Exactly one of `exitCode` and `signal` is there. */
export interface RunOutcome {
  readonly exitCode?: number;
  readonly signal?: NodeJS.Signals;
  readonly timedOut: boolean;
  /** A pipe was still held open after the command had ended, and was let go. */
  readonly letGo: boolean;
  /** Processes that were told to end and did not. */
  readonly survivors: readonly number[];
}

/** How long pipes that somebody else holds are read after the command has ended. */
const PIPE_GRACE_MS = 1_000;
/** How long a command has to end by itself once it was told to. */
const END_GRACE_MS = 5_000;
const TIMEOUT_GRACE_MS = 500;
const FORWARDED: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs a command in a process group of its own, and hands over its output as it comes.
 *
 * Contract: reads both pipes at once, with back-pressure. On a timeout the group, and every descendant that can be
 * found, is ended. SIGINT, SIGTERM and SIGHUP are passed on; a group that does not end on them is killed after five
 * seconds or at the second signal. After the command has ended its pipes get at most a second.
 * @throws the error of `spawn` when the command cannot be started.
 */
export async function runCommand(options: RunOptions): Promise<RunOutcome> {
  const child = spawn(options.command, options.args, {
    cwd: options.cwd,
    env: options.env,
    detached: process.platform !== 'win32',
    stdio: [options.stdin === 'closed' ? 'ignore' : 'inherit', 'pipe', 'pipe'],
  });
  if (!child.stdout || !child.stderr) throw await startFailure(child);
  const pipes = [drain(child.stdout as Readable, options.onStdout), drain(child.stderr as Readable, options.onStderr)];
  const exited = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  const pid = await startedPid(child, exited);
  const watch = watchLife(pid, options.timeoutMs);
  try {
    const [exitCode, signal] = await exited;
    const { timedOut, survivors } = await watch.ended();
    const all = Promise.all(pipes.map((pipe) => pipe.done));
    const letGo = await isSlowerThan(all, PIPE_GRACE_MS);
    for (const pipe of pipes) pipe.letGo();
    await all;
    return { ...(signal === null ? { exitCode: exitCode ?? 0 } : { signal }), timedOut, letGo, survivors };
  } finally {
    watch.stop();
  }
}

/** A child for which no pipe could be made, as when too many files are open, has none and says why. */
function startFailure(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve) => child.once('error', resolve));
}

async function startedPid(child: ChildProcess, exited: Promise<unknown>): Promise<number> {
  if (child.pid === undefined) await exited;
  return child.pid ?? 0;
}

/** Ends the group at the time limit, and passes on the signals that this process gets. */
function watchLife(pid: number, timeoutMs: number | undefined) {
  let timedOut = false;
  let ending: Promise<readonly number[]> | undefined;
  const hurry = new AbortController();
  const end = (signal: NodeJS.Signals, graceMs: number): void => {
    if (ending === undefined) ending = endProcesses(pid, signal, graceMs, hurry.signal);
    else hurry.abort();
  };
  const forward = (signal: NodeJS.Signals): void => end(signal, END_GRACE_MS);
  for (const signal of FORWARDED) process.on(signal, forward);
  const timer =
    timeoutMs === undefined
      ? undefined
      : setTimeout(() => {
          timedOut = true;
          end('SIGTERM', TIMEOUT_GRACE_MS);
        }, timeoutMs);
  return {
    async ended() {
      clearTimeout(timer);
      return { timedOut, survivors: (await ending) ?? [] };
    },
    stop() {
      clearTimeout(timer);
      for (const signal of FORWARDED) process.off(signal, forward);
    },
  };
}

async function isSlowerThan(work: Promise<unknown>, limitMs: number): Promise<boolean> {
  const limit = new AbortController();
  const late = delay(limitMs, true, { signal: limit.signal }).catch(() => true);
  const answer = await Promise.race([work.then(() => false), late]);
  limit.abort();
  return answer;
}
