import { accessSync, constants } from 'node:fs';

/** Tells whether this user may run what stands at a path. Contract: false for what is not there; follows links. */
export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
