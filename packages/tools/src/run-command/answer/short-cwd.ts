import { toTitle } from '@spillway/core';

const maxCwdLength = 120;

/** Shortens a folder for a first line. Contract: of a long path the end stays, as it says most. */
export function shortCwd(cwd: string): string {
  return toTitle(cwd.length <= maxCwdLength ? cwd : `…${cwd.slice(-maxCwdLength).toWellFormed()}`, maxCwdLength + 1);
}
