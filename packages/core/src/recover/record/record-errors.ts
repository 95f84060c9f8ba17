import { SpillwayError } from '../../errors.ts';
import { errnoOf } from '../../system/errno.ts';

/** Who has a record open. `host` and `since` are unknown while it is about to be opened. */
export interface RecordHolder {
  readonly pid: number;
  readonly host?: string;
  readonly since?: string;
}

/** Builds the error for a file that is no record, or that is not safe to write to. */
export function recordRefused(path: string, what: string): SpillwayError {
  return new SpillwayError({
    code: 'record-refused',
    message: `refusing ${path}: it ${what}. It was left as it is; name another file.`,
    modelText: "The session's record cannot be used; the person who runs this has to look at it.",
    facts: { path },
  });
}

/** Builds the error for a record of a later format. */
export function recordVersion(path: string, version: number, knownVersion: number): SpillwayError {
  return new SpillwayError({
    code: 'record-version',
    message: `${path} is a record of version ${version}; this program knows version ${knownVersion}: update it`,
    modelText: "The session's record was written by a newer version of this program.",
    facts: { path, version, knownVersion },
  });
}

/** Builds the error for a record that another has open. */
export function sessionBusy(path: string, holder: RecordHolder, advice: string): SpillwayError {
  const { pid, host = null, since = null } = holder;
  const where = host === null ? '' : ` on ${host}`;
  const when = since === null ? '' : ` since ${since}`;
  return new SpillwayError({
    code: 'session-busy',
    message: `the record ${path} is open in process ${pid}${where}${when}; ${advice}`,
    modelText: 'The session is open in another process.',
    facts: { path, pid, host, since },
  });
}

/** Turns what went wrong while writing into `record-unwritable`; what is no failure of the system stays as it is. */
export function toUnwritable(path: string, error: unknown): unknown {
  const errno = errnoOf(error);
  if (errno === undefined || SpillwayError.isInstance(error)) return error;
  return new SpillwayError({
    code: 'record-unwritable',
    message: `the record ${path} cannot be written: ${errno}; what was acknowledged is kept`,
    modelText: `The session's record cannot be written (${errno}).`,
    facts: { path, errno },
    cause: error,
  });
}

/** Builds the error of a writer whose lock was taken from it. */
export function lockLost(path: string): SpillwayError {
  return new SpillwayError({
    code: 'record-unwritable',
    message: `the record ${path} cannot be written: its lock was removed while it was open; open it again`,
    modelText: "The session's record is no longer open in this process.",
    facts: { path, errno: null },
  });
}
