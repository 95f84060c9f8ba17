import { isWithinOneEdit } from '@spillway/core';
import { openNames } from './name-token.ts';
import { systemPath } from './walk-path.ts';

const maxLooked = 10_000;
const maxFound = 5;

/**
 * Finds names in a directory that may have been meant.
 *
 * Contract: within one edit whatever the case, or one beginning with the other (`app.log`, `app.log.1`); sorted.
 * Looks at 10,000 names at most; a directory that cannot be read has none.
 */
export async function findNearNames(directory: Buffer, wanted: Buffer): Promise<readonly Buffer[]> {
  const found: Buffer[] = [];
  let left = maxLooked;
  try {
    for await (const { name } of await openNames(systemPath(directory))) {
      if (isNear(wanted.toString().toLowerCase(), name.toString().toLowerCase())) found.push(name);
      left--;
      if (left === 0 || found.length === maxFound) break;
    }
  } catch {
    return [];
  }
  return found.sort(Buffer.compare);
}

function isNear(wanted: string, name: string): boolean {
  if (isWithinOneEdit(wanted, name)) return true;
  const [short, long] = wanted.length <= name.length ? [wanted, name] : [name, wanted];
  return short.length >= 3 && long.startsWith(short);
}
