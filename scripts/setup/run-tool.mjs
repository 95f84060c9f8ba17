import { spawnSync } from 'node:child_process';
import { root } from './paths.mjs';

/**
 * Runs one tool to its end; prints one line before it, what it wrote only when it failed, and then throws.
 *
 * @param {string} what such as `installing packages`
 * @param {string} command
 * @param {readonly string[]} args
 */
export function runTool(what, command, args) {
  const started = Date.now();
  process.stderr.write(`setup: ${what} … `);
  // Without a shell Windows cannot start npm.cmd.
  const shell = process.platform === 'win32' && command === 'npm';
  const { error, status, signal, stdout, stderr } = spawnSync(command, args, {
    cwd: root,
    shell,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (status === 0) {
    process.stderr.write(`${((Date.now() - started) / 1000).toFixed(1)} s\n`);
    return;
  }
  process.stderr.write(`failed\n${stdout ?? ''}${stderr ?? ''}`);
  throw new Error(
    `${what} failed (${error?.message ?? (signal ? `signal ${signal}` : `exit ${status}`)}): ${[command, ...args].join(' ')}`,
  );
}
