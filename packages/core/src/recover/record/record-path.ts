import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { namesIn } from './names-in.ts';

const extension = '.jsonl';
/** File systems allow 255 bytes; the lock folder's name is longer by a few. */
const maxNameBytes = 200;

/** A record in a folder of records. */
export interface ListedRecord {
  readonly sessionId: string;
  readonly path: string;
  readonly byteLength: number;
  /** Milliseconds since the epoch. */
  readonly changedAt: number;
}

/**
 * Returns where the record of a session lies in a folder of records.
 *
 * Contract: any id is safe, and two ids never share a file, not even where case does not count: every byte but small
 * letters, digits, `-` and `_` is written as `%` and two digits.
 * @throws TypeError for an id that is empty, too long, or no well-formed text.
 */
export function recordPath(directory: string, sessionId: string): string {
  if (typeof sessionId !== 'string' || sessionId === '' || !sessionId.isWellFormed()) {
    throw new TypeError('a session id is a text, and not empty');
  }
  const name = [...Buffer.from(sessionId)].map(nameOfByte).join('');
  if (name.length > maxNameBytes)
    throw new TypeError(`the session id is too long for a file name: ${name.length} bytes`);
  return join(directory, `${name}${extension}`);
}

/** Lists the records in a folder, the one that was written last first. A folder that is missing has none. */
export async function listRecords(directory: string): Promise<ListedRecord[]> {
  const names = await namesIn(directory);
  const listed = await Promise.all(names.map((name) => listRecord(directory, name)));
  return listed.filter((record) => record !== undefined).sort((a, b) => b.changedAt - a.changedAt);
}

async function listRecord(directory: string, name: string): Promise<ListedRecord | undefined> {
  const sessionId = sessionIdOf(name);
  if (sessionId === undefined) return undefined;
  const path = join(directory, name);
  const stats = await lstat(path).catch(() => undefined);
  if (stats === undefined || !stats.isFile()) return undefined;
  return { sessionId, path, byteLength: stats.size, changedAt: stats.mtimeMs };
}

/** Returns the session of a file, or nothing when `recordPath` gives no such name. */
function sessionIdOf(name: string): string | undefined {
  if (!name.endsWith(extension)) return undefined;
  try {
    const sessionId = decodeURIComponent(name.slice(0, -extension.length));
    return recordPath('', sessionId) === name ? sessionId : undefined;
  } catch {
    return undefined;
  }
}

function nameOfByte(byte: number): string {
  const char = String.fromCharCode(byte);
  return /[a-z0-9_-]/.test(char) ? char : `%${byte.toString(16).padStart(2, '0').toUpperCase()}`;
}
