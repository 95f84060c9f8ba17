import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolders, root } from '../setup/paths.mjs';
import { runCommand } from './checks.mjs';

/**
 * A package as it would be published.
 *
 * `entries` are the names by which it can be imported.
 *
 * @typedef {{ name: string, tarball: string, hasIndex: boolean, entries: readonly string[] }} PackedPackage
 */

/**
 * Packs every workspace package into a folder.
 *
 * @param {string} folder
 * @returns {PackedPackage[]}
 */
export function packAll(folder) {
  const args = ['pack', '--workspaces', '--json', '--loglevel=error', '--pack-destination', folder];
  /** @type {{ name: string, filename: string }[]} */
  const packed = JSON.parse(runCommand('npm', args, { cwd: root }));
  const manifests = packageFolders().map((path) => JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')));
  return packed.map(({ name, filename }) => {
    const { exports } = manifests.find((manifest) => manifest.name === name);
    const paths = Object.keys(exports).filter((path) => !path.endsWith('.json'));
    return {
      name,
      tarball: join(folder, filename),
      hasIndex: '.' in exports,
      entries: paths.map((path) => name + path.slice(1)),
    };
  });
}
