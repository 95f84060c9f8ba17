import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the work tree. */
export const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Folders that hold nothing written by hand, or recorded data. */
const passedOver = new Set(['node_modules', 'dist', '.git', 'fixtures', 'coverage']);

/** Returns the paths under a folder of the work tree, relative to the root and with `/`, sorted; generated ones left out. */
export function filesUnder(folder: string, end = ''): string[] {
  const found: string[] = [];
  const walk = (path: string): void => {
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      const child = join(path, entry.name);
      if (entry.isDirectory() && !passedOver.has(entry.name)) walk(child);
      if (entry.isFile() && entry.name.endsWith(end)) found.push(relative(root, child).split(sep).join('/'));
    }
  };
  if (existsSync(join(root, folder))) walk(join(root, folder));
  return found.sort();
}

export function readText(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

/** The names of the folders under packages/. */
export const packageNames: readonly string[] = readdirSync(join(root, 'packages')).sort();

/** The sources of all packages. */
export const sourceFiles: readonly string[] = packageNames.flatMap((name) => filesUnder(`packages/${name}/src`, '.ts'));
