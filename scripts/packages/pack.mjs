import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolders, root } from '../setup/paths.mjs';
import { runCommand } from './checks.mjs';

/**
 * A package as it would be published.
 *
 * @typedef {{ name: string, tarball: string, hasIndex: boolean }} PackedPackage
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
  return packed.map(({ name, filename }) => ({
    name,
    tarball: join(folder, filename),
    hasIndex: '.' in manifests.find((manifest) => manifest.name === name).exports,
  }));
}
