import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { isDoneWithin } from '@spillway/core/process';
import { drain } from './drain.ts';
import type { RunOptions, RunOutcome } from './run-outcome.ts';
import { watchLife } from './watch-life.ts';

/** How long pipes that somebody else holds are read after the command has ended. */
const pipeGraceMs = 1_000;

/**
 * Runs a command in a process group of its own, and hands over its output as it comes.
 *
 * Contract: reads both pipes at once, with back-pressure. On a timeout or an abort the group, and every descendant that
 * can be found, is ended. After the command has ended its pipes get at most a second.
 * @throws the error of `spawn` when the command cannot be started.
 */
export async function runProcess(options: RunOptions): Promise<RunOutcome> {
  const child = spawn(options.command, options.args, {
    cwd: options.cwd,
    env: options.env,
    detached: process.platform !== 'win32',
    stdio: [stdinOf(options), 'pipe', 'pipe'],
  });
  if (!child.stdout || !child.stderr) throw await startFailure(child);
  const pipes = [drain(child.stdout as Readable, options.onStdout), drain(child.stderr as Readable, options.onStderr)];
  const exited = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  const pid = await startedPid(child, exited);
  const watch = watchLife(pid, options);
  try {
    feed(child, options);
    const [exitCode, signal] = await exited;
    const { stoppedBy, survivors } = await watch.ended();
    const all = Promise.all(pipes.map((pipe) => pipe.done));
    const letGo = !(await isDoneWithin(all, pipeGraceMs));
    for (const pipe of pipes) pipe.letGo();
    await all;
    const end = signal === null ? { exitCode: exitCode ?? 0 } : { signal };
    return { ...end, ...(stoppedBy !== undefined && { stoppedBy }), letGo, survivors };
  } finally {
    watch.stop();
    child.stdin?.destroy();
  }
}

function stdinOf({ stdin }: RunOptions): 'ignore' | 'inherit' | 'pipe' {
  if (stdin === 'closed') return 'ignore';
  return stdin === 'inherited' ? 'inherit' : 'pipe';
}

/** A command need not read what it is given, so a broken pipe is no failure. */
function feed(child: ChildProcess, { stdin }: RunOptions): void {
  if (typeof stdin === 'string') return;
  child.stdin?.on('error', () => {});
  child.stdin?.end(stdin.text);
}

/** A child for which no pipe could be made, as when too many files are open, has none and says why. */
function startFailure(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve) => child.once('error', resolve));
}

async function startedPid(child: ChildProcess, exited: Promise<unknown>): Promise<number> {
  if (child.pid === undefined) await exited;
  return child.pid ?? 0;
}
