/** Returns the operating system's name of an error, such as `ENOENT`, or nothing for errors of other kinds. */
export function errnoOf(error: unknown): string | undefined {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^E[A-Z0-9]+$/.test(code) ? code : undefined;
}

/** Tells whether an error says that a name is not there. */
export function isMissing(error: unknown): boolean {
  return errnoOf(error) === 'ENOENT';
}
