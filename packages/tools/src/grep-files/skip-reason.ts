import { SpillwayError } from '@spillway/core';

const denied = 'permission denied';
const gone = 'gone before it was searched';

/** Says in a few words why the system did not open something. */
export function systemReason(error: unknown): string {
  const errno = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'unknown error';
  if (errno === 'EACCES' || errno === 'EPERM') return denied;
  if (errno === 'ENOENT' || errno === 'ENOTDIR') return gone;
  if (errno === 'ELOOP') return 'symbolic link';
  return `not readable (${errno})`;
}

/** Says in a few words why a file could not be searched after all, or not be shown. */
export function readerReason({ code }: SpillwayError): string {
  if (code === 'source-missing') return gone;
  if (code === 'source-denied') return denied;
  if (code === 'source-changed') return 'became shorter while it was searched';
  if (code === 'encoding-unsupported') return 'compressed in a way that cannot be unpacked here';
  if (code.startsWith('key-')) return 'may be a private key (reading it says more)';
  return code === 'path-refused' ? 'refused' : 'not readable';
}

/** Says in a few words why a file that was found cannot be shown any more. Contract: `undefined` for other trouble. */
export function lostReason(error: unknown): string | undefined {
  if (!SpillwayError.isInstance(error) || !/^(?:source|path|key)-/.test(error.code)) return undefined;
  return error.code === 'source-missing' ? 'gone while it was searched' : readerReason(error);
}
