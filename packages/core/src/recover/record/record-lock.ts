import { setTimeout as delay } from 'node:timers/promises';
import { LockClaim, type Rival } from './lock-claim.ts';
import { lockLost, sessionBusy, toUnwritable } from './record-errors.ts';

/** A holder that cannot be asked about, on another machine or in another container, is gone after so long a silence. */
const defaultLeaseMs = 60_000;
/** Nobody needs so long to find out whether it holds. */
const patienceMs = 5000;
const pollMs = 2;

/** The right to write to a record. */
export interface RecordLock {
  /** @throws SpillwayError `record-unwritable` when the lock was removed. Costs a call of the system now and then. */
  assertHeld(): Promise<void>;
  release(): Promise<void>;
}

/**
 * Takes the lock of a record: a folder beside it, `<record>.lock`, in which each who wants to write makes a claim.
 *
 * Contract: a claim holds once its maker, after making it, saw no other that lives; so of two at least one sees the
 * other. Of several that are about to find out, all but the one whose name sorts first withdraw and wait for what
 * becomes of it. What a dead process left is removed at once. Needs a file system on which a new file is seen by all at
 * once.
 *
 * @throws SpillwayError `session-busy`, with who holds it; `record-refused`; `record-unwritable`.
 */
export async function lockRecord(path: string, leaseMs: number = defaultLeaseMs): Promise<RecordLock> {
  const deadline = Date.now() + patienceMs;
  try {
    for (;;) {
      const claim = await LockClaim.make(`${path}.lock`);
      const rival = await contend(claim, deadline, leaseMs);
      if (rival === undefined) return heldLock(path, claim, leaseMs);
      if (rival.isHolder || Date.now() > deadline) throw sessionBusy(path, rival.holder, adviceFor(rival, leaseMs));
    }
  } catch (error) {
    throw toUnwritable(path, error);
  }
}

/** Lets a claim hold, or withdraws it and returns who is before it. */
async function contend(claim: LockClaim, deadline: number, leaseMs: number): Promise<Rival | undefined> {
  let isHeld = false;
  try {
    const rival = await findRival(claim, deadline, leaseMs);
    if (rival === undefined) {
      await claim.hold();
      isHeld = true;
      return undefined;
    }
    await claim.withdraw();
    return await seeThrough(claim, rival, deadline, leaseMs);
  } finally {
    if (!isHeld) await claim.withdraw().finally(() => claim.close());
  }
}

/** Waits until a claim is alone, or returns one that is before it. */
async function findRival(claim: LockClaim, deadline: number, leaseMs: number): Promise<Rival | undefined> {
  for (;;) {
    const rivals = await claim.rivals(leaseMs);
    const before = rivals.find(({ isHolder }) => isHolder) ?? rivals.find(({ name }) => name < claim.name);
    if (before !== undefined || rivals.length === 0) return before;
    if (Date.now() > deadline) return rivals[0];
    await delay(pollMs);
  }
}

/** Waits until a rival holds or is gone, and returns it as it was last seen. */
async function seeThrough(claim: LockClaim, rival: Rival, deadline: number, leaseMs: number): Promise<Rival> {
  let last = rival;
  while (!last.isHolder && Date.now() <= deadline) {
    await delay(pollMs);
    const rivals = await claim.rivals(leaseMs);
    const next = rivals.find(({ isHolder }) => isHolder) ?? rivals.find(({ name }) => name === rival.name);
    if (next === undefined) break;
    last = next;
  }
  return last;
}

function heldLock(path: string, claim: LockClaim, leaseMs: number): RecordLock {
  let checkedAt = Date.now();
  const beat = setInterval(() => void claim.touch().catch(() => {}), leaseMs / 6);
  beat.unref();
  return {
    async assertHeld() {
      // Only one that was silent for long may have been taken for dead.
      if (Math.abs(Date.now() - checkedAt) < leaseMs / 6) return;
      if (!(await claim.isThere())) throw lockLost(path);
      checkedAt = Date.now();
    },
    async release() {
      clearInterval(beat);
      await claim.withdraw().finally(() => claim.close());
    },
  };
}

function adviceFor({ isKnown, holder }: Rival, leaseMs: number): string {
  if (holder.pid === process.pid) return 'close it there first; that is this process';
  if (isKnown) return 'close it there first';
  return `close it there first; if that process is gone, try again in ${Math.ceil(leaseMs / 1000)} seconds`;
}
