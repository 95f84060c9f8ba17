import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';
import { runTool } from './run-tool.mjs';
import { readStamp, writeStamp } from './stamp.mjs';

const stampName = 'install';
const lockPath = join(root, 'package-lock.json');

/** The facts an installation depends on: the lock file, Node's major (native add-ons) and the platform. */
function wanted() {
  const lock = existsSync(lockPath)
    ? createHash('sha256').update(readFileSync(lockPath)).digest('hex')
    : 'no lock file';
  return JSON.stringify({
    lock,
    node: process.versions.node.split('.')[0],
    platform: `${process.platform}-${process.arch}`,
  });
}

function install() {
  const args = [
    existsSync(lockPath) ? 'ci' : 'install',
    '--include=dev',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ];
  // Started by `npm test`, the same npm is used again, whatever PATH says.
  const npm = process.env.npm_execpath;
  if (npm?.endsWith('npm-cli.js')) runTool('installing packages', process.execPath, [npm, ...args]);
  else runTool('installing packages', 'npm', args);
  recordInstall();
}

/** Records that node_modules is what package-lock.json says. */
export function recordInstall() {
  writeStamp(stampName, wanted());
}

/** Installs exactly what package-lock.json says. */
export const installStep = {
  // The compiler is asked for by name because an install without development packages is recorded too.
  isDone: () => readStamp(stampName) === wanted() && existsSync(join(root, 'node_modules/typescript/bin/tsc')),
  run: install,
};
