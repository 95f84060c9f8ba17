import { randomBytes } from 'node:crypto';

/** Makes a name that nobody can guess and that meets no other: 80 random bits as hex. */
export function randomName(): string {
  return randomBytes(10).toString('hex');
}
