import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the work tree. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

/** Returns the folders of all workspace packages, sorted. */
export function packageFolders() {
  const parent = join(root, 'packages');
  return readdirSync(parent)
    .sort()
    .map((name) => join(parent, name))
    .filter((folder) => existsSync(join(folder, 'package.json')));
}
