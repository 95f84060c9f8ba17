import { createHash } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { errnoOf, isMissing } from './errno.ts';
import { randomName } from './random-name.ts';

/** Names a process among all that ever share a folder. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Clock ticks from the boot of the machine to the start of the process; `0` where the system does not say. */
  readonly start: string;
  /** Digest of the boot and the process namespace: a pid means something only where this is the same. */
  readonly host: string;
}

/** Zombie and dead, as proc(5) calls them. */
const endedStates = new Set(['Z', 'X', 'x']);

/** `unknown` is a process of another machine, container or boot, or one whose start cannot be read. */
export type Liveness = 'alive' | 'dead' | 'unknown';

/** Identifies this process. */
export function ownIdentity(): ProcessIdentity {
  return { pid: process.pid, start: ownStart(), host: ownHost() };
}

const nameForm = /^(\d{1,10})-(\d{1,20})-([0-9a-f]{8})-[0-9a-f]{20}$/;

/** Makes a name for an entry of this process that no other entry, of any process, ever has. */
export function ownProcessName(): string {
  const { pid, start, host } = ownIdentity();
  return `${pid}-${start}-${host}-${randomName()}`;
}

/** Reads whose an entry is, or nothing when the name is not one of `ownProcessName`. */
export function parseProcessName(name: string): ProcessIdentity | undefined {
  const [, pid, start, host] = nameForm.exec(name) ?? [];
  return pid === undefined || start === undefined || host === undefined ? undefined : { pid: Number(pid), start, host };
}

/**
 * Tells whether a process still runs, never taking another that was given its pid for it.
 *
 * Contract: one that has ended and waits for its parent to notice is dead.
 */
export async function livenessOf(identity: ProcessIdentity): Promise<Liveness> {
  if (identity.host !== ownHost()) return 'unknown';
  if (identity.start === '0') return canBeSignalled(identity.pid) ? 'unknown' : 'dead';
  try {
    const stat = await readFile(`/proc/${identity.pid}/stat`, 'latin1');
    return startOf(stat) === identity.start && !endedStates.has(fieldsOf(stat)[0] ?? '') ? 'alive' : 'dead';
  } catch (error) {
    // A process that ends while its file is read answers ESRCH.
    return isMissing(error) || errnoOf(error) === 'ESRCH' ? 'dead' : 'unknown';
  }
}

function ownStart(): string {
  try {
    return startOf(readFileSync('/proc/self/stat', 'latin1'));
  } catch {
    return '0';
  }
}

/** The state and what follows it in proc(5); the field before is the command in parentheses and may hold spaces. */
function fieldsOf(stat: string): string[] {
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** Field 22 of proc(5). */
function startOf(stat: string): string {
  return fieldsOf(stat)[19] ?? '0';
}

let host: string | undefined;

function ownHost(): string {
  host ??= createHash('sha256').update(hostFacts()).digest('hex').slice(0, 8);
  return host;
}

function hostFacts(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'latin1') + readlinkSync('/proc/self/ns/pid');
  } catch {
    return hostname();
  }
}

function canBeSignalled(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errnoOf(error) !== 'ESRCH';
  }
}
