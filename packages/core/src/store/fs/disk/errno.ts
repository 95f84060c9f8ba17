import { SpillwayError, type SpillwayErrorCode } from '../../../errors.ts';
import { errnoOf } from '../../../system/errno.ts';

const fullCodes = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
const deniedCodes = new Set(['EACCES', 'EPERM']);
const exhaustedCodes = new Set(['EMFILE', 'ENFILE', 'ENOMEM', 'EROFS', 'ENOTCONN', 'ESTALE', 'EHOSTDOWN', 'ETIMEDOUT']);

/**
 * Turns what went wrong while storing into the error a caller acts on.
 *
 * Contract: no space, quota or file size left is `store-full`; any other failure of the system `store-unavailable`.
 * What is no failure of the system is returned unchanged.
 */
export function toWriteError(error: unknown): unknown {
  const errno = errnoOf(error);
  if (errno === undefined || SpillwayError.isInstance(error)) return error;
  if (!fullCodes.has(errno)) return unavailable(errno, error);
  return new SpillwayError({
    code: 'store-full',
    message: `the store's disk is full: ${errno}`,
    modelText: 'There is no space left to store full results.',
    facts: { errno },
    cause: error,
  });
}

/**
 * Turns what went wrong while reading a stored result into the error a caller acts on.
 *
 * Contract: a result that may not be read is `source-denied`; the store's own trouble (descriptors, a vanished folder)
 * `store-unavailable`; anything else, such as EIO, `source-unreadable`. None of them says that a result is not there.
 */
export function toReadError(error: unknown, id: string): unknown {
  const errno = errnoOf(error);
  if (errno === undefined || SpillwayError.isInstance(error)) return error;
  if (exhaustedCodes.has(errno)) return unavailable(errno, error);
  const code: SpillwayErrorCode = deniedCodes.has(errno) ? 'source-denied' : 'source-unreadable';
  const what = code === 'source-denied' ? 'may not be read' : 'could not be read';
  return new SpillwayError({
    code,
    message: `the stored result ${id} ${what}: ${errno}`,
    modelText: `The result ${id} is there but ${what} (${errno}). This is a fault of the store, not of the result.`,
    facts: { id, errno },
    cause: error,
  });
}

/** Builds the error of a stored result whose files do not fit together. */
export function damaged(id: string, what: string): SpillwayError {
  return new SpillwayError({
    code: 'source-unreadable',
    message: `the stored result ${id} is damaged: ${what}`,
    modelText: `The result ${id} is there but damaged, and cannot be read.`,
    facts: { id },
  });
}

/** Builds the error of a store that refuses to work in a folder it cannot trust; `fix` says what to do about it. */
export function insecure(path: string, what: string, fix: string): SpillwayError {
  return new SpillwayError({
    code: 'store-insecure',
    message: `refusing the store folder: ${path} ${what}. Fix: ${fix}.`,
    modelText: 'The store for full results is not safe to use; the person who runs this has to look at it.',
    facts: { path },
  });
}

function unavailable(errno: string, cause: unknown): SpillwayError {
  return new SpillwayError({
    code: 'store-unavailable',
    message: `the store cannot be used: ${errno}`,
    modelText: `The store for full results is not available (${errno}).`,
    facts: { errno },
    cause,
  });
}
