import { constants } from 'node:fs';
import { access } from 'node:fs/promises';

let finding: Promise<string | undefined> | undefined;

/**
 * Finds the ripgrep that was installed with this package.
 *
 * Contract: undefined where there is none for this platform, or none that can be run; looks once.
 */
export function findRipgrep(): Promise<string | undefined> {
  finding ??= find();
  return finding;
}

async function find(): Promise<string | undefined> {
  try {
    // The module itself throws where its binary is missing.
    const { rgPath } = await import('@vscode/ripgrep');
    await access(rgPath, constants.X_OK);
    return rgPath;
  } catch {
    return undefined;
  }
}
