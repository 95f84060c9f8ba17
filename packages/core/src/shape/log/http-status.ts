/** Tells whether a text has the form of a status of HTTP. */
export function isHttpStatus(text: string): boolean {
  return /^[1-5]\d\d$/.test(text);
}

/** Tells whether a text has the form of a status by which a server says that it failed. */
export function isFailedStatus(text: string): boolean {
  return /^5\d\d$/.test(text);
}
