import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Finds the `spillway.json` that a folder is under: the nearest one upwards; undefined where there is none. */
export function findProjectFile(folder: string): string | undefined {
  for (let current = folder; ; current = dirname(current)) {
    const candidate = join(current, 'spillway.json');
    if (existsSync(candidate)) return candidate;
    if (dirname(current) === current) return undefined;
  }
}
