import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './scratch.mjs';

const folder = join(root, 'bench/peers');
const nodeFolder = join(root, 'node_modules/.cache/spillway-bench-node');
const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];

/** Installs the peers, without their install scripts, unless they are there. */
function installPeers() {
  if (existsSync(join(folder, 'node_modules'))) return;
  process.stderr.write('bench: installing the peers, about 600 MB …\n');
  execFileSync('npm', ['ci', '--ignore-scripts', ...quiet], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
}

/** Returns a Node that all peers run on: this one, or 24 from the npm package `node`. */
function nodeForPeers() {
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  const binary = join(nodeFolder, 'node_modules/.bin/node');
  if (!existsSync(binary)) {
    process.stderr.write('bench: fetching Node 24 for the peers …\n');
    execFileSync('npm', ['install', '--prefix', nodeFolder, ...quiet, 'node@24'], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  }
  return binary;
}

/**
 * Runs a program of bench/peers and returns the rows it prints as JSON.
 *
 * @param {string} program
 * @param {readonly string[]} args
 * @returns {import('./row.mjs').Row[]}
 */
export function runWithPeers(program, args) {
  installPeers();
  const options = { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, stdio: ['ignore', 'pipe', 'inherit'] };
  return JSON.parse(execFileSync(nodeForPeers(), [join(folder, program), ...args], /** @type {any} */ (options)));
}
