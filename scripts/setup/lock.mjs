import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from './paths.mjs';

// Outside node_modules, which `npm ci` removes.
const path = join(root, '.setup.lock');
const waitMs = 15 * 60_000;

/**
 * Runs `work` while no other setup of this work tree runs; waits for one that does.
 *
 * @param {() => void} work
 */
export async function withLock(work) {
  const deadline = Date.now() + waitMs;
  let told = false;
  while (!take()) {
    if (Date.now() > deadline) throw new Error(`another setup holds ${path}; remove the file if none is running`);
    if (!told) process.stderr.write('setup: waiting for another setup of this work tree\n');
    told = true;
    await sleep(100);
  }
  try {
    work();
  } finally {
    rmSync(path, { force: true });
  }
}

function take() {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
  }
  const owner = readOwner(path);
  if (owner !== undefined && !isAlive(owner)) dropStale(owner);
  return false;
}

/** @param {string} file */
function readOwner(file) {
  try {
    return Number(readFileSync(file, 'utf8')) || undefined;
  } catch {
    return undefined;
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

/**
 * Removes the lock of a process that died. Moved aside first: only one waiter can, and if a new owner came in between,
 * its lock is put back.
 *
 * @param {number} owner
 */
function dropStale(owner) {
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  if (readOwner(aside) === owner) rmSync(aside, { force: true });
  else renameSync(aside, path);
}
