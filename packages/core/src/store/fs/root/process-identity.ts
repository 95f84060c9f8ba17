import { createHash } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { errnoOf, isMissing } from '../disk/errno.ts';

/** Names a process among all that ever share a store. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Clock ticks from the boot of the machine to the start of the process; `0` where the system does not say. */
  readonly start: string;
  /** Digest of the boot and the process namespace: a pid means something only where this is the same. */
  readonly host: string;
}

/** `unknown` is a process of another machine, container or boot, or one whose start cannot be read. */
export type Liveness = 'alive' | 'dead' | 'unknown';

/** Identifies this process. */
export function ownIdentity(): ProcessIdentity {
  return { pid: process.pid, start: ownStart(), host: ownHost() };
}

/** Tells whether a process still runs, never taking another that was given its pid for it. */
export async function livenessOf(identity: ProcessIdentity): Promise<Liveness> {
  if (identity.host !== ownHost()) return 'unknown';
  if (identity.start === '0') return canBeSignalled(identity.pid) ? 'unknown' : 'dead';
  try {
    const start = startOf(await readFile(`/proc/${identity.pid}/stat`, 'latin1'));
    return start === identity.start ? 'alive' : 'dead';
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

/** Field 22 of proc(5); the second field is the command in parentheses and may hold spaces. */
function startOf(stat: string): string {
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '0';
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
