import { setTimeout as delay } from 'node:timers/promises';
import { listProcesses, type ProcessRow } from './process-table.ts';

const pollMs = 25;
/** How long those that a leader left behind have once it has ended. */
const leftBehindMs = 500;
/** How long the kernel gets to take away what was killed. */
const killGraceMs = 1_000;

/** Sends a signal to a process group; nothing happens when it is gone. */
function signalGroup(leader: number, signal: NodeJS.Signals): void {
  send(process.platform === 'win32' ? leader : -leader, signal);
}

/**
 * Ends a process group and every descendant of its leader that can be found.
 *
 * Contract: also finds those that left the group, as long as they still belong to the leader's session or their chain of
 * parents led to it when the ending began. Sends `signal` first; what is still there after `graceMs`, or half a second
 * after the leader has ended, is killed; at once when `hurry` is aborted. Resolves with the processes that outlived even
 * that, at most a second after the killing.
 */
export async function endProcesses(
  leader: number,
  signal: NodeJS.Signals,
  graceMs: number,
  hurry: AbortSignal,
): Promise<readonly number[]> {
  const family = findFamily(leader, undefined);
  signalGroup(leader, signal);
  for (const { pid } of family) if (pid !== leader) send(pid, signal);
  const left = await waitUntilGone(leader, family, graceMs, hurry);
  if (left.length === 0 && family.length > 0) return [];
  signalGroup(leader, 'SIGKILL');
  for (const { pid } of left) send(pid, 'SIGKILL');
  return (await waitUntilGone(leader, left, killGraceMs)).map((row) => row.pid);
}

/** Kills a process group and every descendant of its leader that can be found, at once and without waiting. */
export function killProcesses(leader: number): void {
  const family = findFamily(leader, undefined);
  signalGroup(leader, 'SIGKILL');
  for (const { pid } of family) send(pid, 'SIGKILL');
}

/** Returns the leader, at first; then those of `known` that still run; and all that descends from these. */
function findFamily(leader: number, known: readonly ProcessRow[] | undefined): ProcessRow[] {
  const rows = listProcesses();
  const starts = new Map(known?.map((row) => [row.pid, row.startedAt]));
  const isKnown = (row: ProcessRow) =>
    known === undefined ? row.pid === leader : starts.get(row.pid) === row.startedAt;
  const family = new Map<number, ProcessRow>();
  for (const row of rows) if (isKnown(row) || row.session === leader) family.set(row.pid, row);
  for (let before = -1; before < family.size; ) {
    before = family.size;
    for (const row of rows) if (family.has(row.parent)) family.set(row.pid, row);
  }
  return [...family.values()];
}

async function waitUntilGone(
  leader: number,
  known: readonly ProcessRow[],
  limitMs: number,
  hurry?: AbortSignal,
): Promise<ProcessRow[]> {
  let deadline = Date.now() + limitMs;
  let hasLeader = true;
  for (;;) {
    const left = findFamily(leader, known);
    if (hasLeader && left.length > 0 && !left.some((row) => row.pid === leader)) {
      hasLeader = false;
      deadline = Math.min(deadline, Date.now() + leftBehindMs);
    }
    // Nothing was found at first where processes cannot be listed: then the whole time is waited out.
    const isGone = left.length === 0 && known.length > 0;
    if (isGone || hurry?.aborted || Date.now() >= deadline) return left;
    await delay(pollMs);
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It is gone, or it belongs to somebody else (sudo); the second case shows in what is left.
  }
}
