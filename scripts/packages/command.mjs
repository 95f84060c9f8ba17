import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../setup/paths.mjs';
import { expectEqual, runCommand } from './checks.mjs';

const lineCount = 20_000;
const needle = 'ERROR [payments] checksum mismatch for ledger shard 42';

/** A log of 20,000 lines with one that matters. */
function makeLog() {
  const lines = Array.from({ length: lineCount }, (_, index) => `INFO served request id=${100_000 + index} status=200`);
  lines[13_337] = needle;
  return `${lines.join('\n')}\n`;
}

/**
 * Drives the installed `spillway` command the way a person would, in a project that knows nothing of this work tree.
 *
 * @param {import('./checks.mjs').Checks} checks
 * @param {string} project
 */
export function checkCommand(checks, project) {
  const command = join(project, 'node_modules/.bin/spillway');
  const store = join(project, 'store');
  const log = makeLog();
  /** @type {(args: readonly string[], options?: { input?: string, exitCode?: number }) => string} */
  const spillway = (args, options) =>
    runCommand(command, args, { cwd: project, env: { SPILLWAY_STORE: store }, ...options });

  checks.run('command: tells its version', () => {
    expectEqual(/^\d+\.\d+\.\d+$/.test(spillway(['--version']).trim()), true, 'a version');
  });
  checks.run('command: passes a small result untouched and stores nothing', () => {
    expectEqual(spillway(['pipe'], { input: 'small\n' }), 'small\n', 'output');
    expectEqual(existsSync(store), false, 'a store folder');
  });
  checks.run('command: keeps the exit code of what it runs', () => {
    spillway(['exec', '--', process.execPath, '-e', 'process.exit(7)'], { exitCode: 7 });
  });
  const notice = checks.run('command: bounds a large result and names the line that matters', () => {
    const text = spillway(['pipe'], { input: log });
    expectEqual(text.length < 8_000, true, `a short notice (${text.length} characters)`);
    expectEqual(text.includes(needle), true, 'the rare line in the notice');
    return text;
  });
  const handle = notice?.match(/\br_[0-9a-hjkmnp-tv-z]{8,}/)?.[0] ?? 'none';
  checks.run('command: reads back exactly what was produced', () => {
    expectEqual(spillway(['read', handle, '--raw']) === log, true, 'every byte');
  });
  checks.run('command: finds a line that no preview shows', () => {
    expectEqual(spillway(['grep', handle, 'id=112345 ']).includes('12346:'), true, 'line 12346');
  });
  checks.run('command: lists what it keeps', () => {
    expectEqual(spillway(['list']).includes(handle), true, 'the handle');
  });
}

/**
 * Runs the demo where only the packages and their optional peers are installed; without these it has to name the fix.
 *
 * @param {import('./checks.mjs').Checks} checks
 * @param {string} project
 */
export function checkDemo(checks, project) {
  const command = join(project, 'node_modules/.bin/spillway');
  const { peerDependencies } = JSON.parse(readFileSync(join(root, 'packages/cli/package.json'), 'utf8'));
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const peers = Object.keys(peerDependencies).map((name) => `${name}@${devDependencies[name]}`);
  checks.run('demo: without its peers it names what to install', () => {
    const { status, stderr } = spawnSync(command, ['demo'], { cwd: project, encoding: 'utf8' });
    expectEqual(status !== 0 && stderr.includes('npm install @modelcontextprotocol/'), true, 'a failure with the fix');
  });
  checks.run('demo: with its peers it really happens', () => {
    runCommand('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', ...peers], { cwd: project });
    runCommand(command, ['demo'], { cwd: project });
  });
}
