import { createHash } from 'node:crypto';

/** Returns the `sha256` of a request in its record: of the JSON text of its body, in hexadecimal digits. */
export function bodyDigest(bodyText: string): string {
  return createHash('sha256').update(bodyText).digest('hex');
}
