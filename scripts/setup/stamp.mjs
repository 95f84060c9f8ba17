import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';

// Inside node_modules, so that a stamp can never outlive the packages it speaks of.
const folder = join(root, 'node_modules/.cache/spillway-setup');

/**
 * Returns what a finished step left, or undefined.
 *
 * @param {string} name
 */
export function readStamp(name) {
  try {
    return readFileSync(join(folder, name), 'utf8');
  } catch {
    return undefined;
  }
}

/**
 * Records that a step is done; never seen half written.
 *
 * @param {string} name
 * @param {string} text
 */
export function writeStamp(name, text) {
  mkdirSync(folder, { recursive: true });
  const temporary = join(folder, `${name}.${process.pid}`);
  writeFileSync(temporary, text);
  renameSync(temporary, join(folder, name));
}
