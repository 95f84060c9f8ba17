import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** A running process. Number and start time together name it: a number alone may be used again. */
export interface ProcessRow {
  readonly pid: number;
  readonly parent: number;
  readonly session: number;
  readonly startedAt: string;
}

/** Lists the running processes, those that only wait to be collected left out; empty where they cannot be listed. */
export function listProcesses(): ProcessRow[] {
  try {
    return process.platform === 'linux' ? listFromProc() : listFromPs();
  } catch {
    return [];
  }
}

function listFromProc(): ProcessRow[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(readStat)
    .filter((row) => row !== undefined);
}

/** Reads the fields of proc(5): state, ppid, pgrp, session … and starttime as the 22nd of all. */
function readStat(entry: string): ProcessRow | undefined {
  try {
    const stat = readFileSync(`/proc/${entry}/stat`, 'latin1');
    // The name in brackets may itself hold spaces and brackets.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state, parent, , session] = fields;
    if (state === 'Z' || state === 'X') return undefined;
    return { pid: Number(entry), parent: Number(parent), session: Number(session), startedAt: fields[19] ?? '' };
  } catch {
    return undefined;
  }
}

function listFromPs(): ProcessRow[] {
  const text = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,sess=,stat=,lstart='], { encoding: 'utf8' });
  const rows: ProcessRow[] = [];
  for (const line of text.trim().split('\n')) {
    const [pid, parent, session, state, ...startedAt] = line.trim().split(/\s+/);
    if (state === undefined || state.startsWith('Z')) continue;
    rows.push({
      pid: Number(pid),
      parent: Number(parent),
      session: Number.parseInt(session ?? '', 10),
      startedAt: startedAt.join(' '),
    });
  }
  return rows;
}
