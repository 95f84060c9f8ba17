import type { StatsBase } from 'node:fs';
import { SpillwayError, type SpillwayErrorCode } from '../../errors.ts';

interface ErrnoRow {
  readonly code: SpillwayErrorCode;
  readonly what: string;
  readonly next: string;
}

/** What each system error means to a reader. An unknown one is never told as a missing file. */
const errnoRows: Readonly<Record<string, ErrnoRow>> = {
  ENOENT: { code: 'source-missing', what: 'does not exist', next: 'Check the name.' },
  ENOTDIR: {
    code: 'source-missing',
    what: 'does not exist: a part of its path is not a directory',
    next: 'Check the name.',
  },
  EACCES: { code: 'source-denied', what: 'may not be read', next: 'It exists; ask the user for permission.' },
  EPERM: { code: 'source-denied', what: 'may not be read', next: 'It exists; ask the user for permission.' },
  ELOOP: {
    code: 'source-denied',
    what: 'leads through links that go in a circle, or is a link that is not followed here',
    next: 'Name the file itself.',
  },
  EISDIR: { code: 'source-unreadable', what: 'is a directory', next: 'Choose a plain file in it.' },
  ENXIO: { code: 'source-unreadable', what: 'is a socket or a device', next: 'Choose a plain file.' },
  ENAMETOOLONG: { code: 'source-unreadable', what: 'has a name that is too long', next: 'Check the name.' },
  EMFILE: {
    code: 'source-unreadable',
    what: 'could not be opened: too many files are open',
    next: 'Send the same call again.',
  },
  ENFILE: {
    code: 'source-unreadable',
    what: 'could not be opened: too many files are open',
    next: 'Send the same call again.',
  },
};

/** Turns what the system said of a file into the error that a reader reports. */
export function fileError(path: string, cause: unknown): SpillwayError {
  const errno = errnoOf(cause);
  const row = errnoRows[errno] ?? {
    code: 'source-unreadable',
    what: `could not be read (${errno}); this does not mean that it is missing`,
    next: 'Report this to the user.',
  };
  return new SpillwayError({
    code: row.code,
    message: `${path} ${row.what}`,
    modelText: `The file ${row.what}. ${row.next}`,
    facts: { errno },
    cause,
  });
}

type KindStats = Pick<StatsBase<bigint>, 'isDirectory' | 'isFIFO' | 'isSocket' | 'isCharacterDevice' | 'isBlockDevice'>;

/** Names the kind of a file that is not a plain one. */
export function kindOfFile(stats: KindStats): string {
  if (stats.isDirectory()) return 'directory';
  if (stats.isFIFO()) return 'named pipe';
  if (stats.isSocket()) return 'socket';
  return stats.isCharacterDevice() || stats.isBlockDevice() ? 'device' : 'special file';
}

function errnoOf(cause: unknown): string {
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' && /^E[A-Z0-9_]+$/.test(code) ? code : 'unknown error';
}
