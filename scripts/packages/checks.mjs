import { spawnSync } from 'node:child_process';

/** Collects named checks: each prints a line, a failed one also what it said, and the rest still run. */
export class Checks {
  passed = 0;
  failed = 0;

  /**
   * @template T
   * @param {string} name
   * @param {() => T} check throws when it fails
   * @returns {T | undefined}
   */
  run(name, check) {
    try {
      const value = check();
      this.passed += 1;
      process.stdout.write(`ok      ${name}\n`);
      return value;
    } catch (error) {
      this.failed += 1;
      process.stdout.write(`FAILED  ${name}\n${error instanceof Error ? error.message : String(error)}\n`);
      return undefined;
    }
  }
}

/**
 * Throws with both values when they differ.
 *
 * @param {unknown} actual
 * @param {unknown} expected
 * @param {string} what
 */
export function expectEqual(actual, expected, what) {
  if (actual === expected) return;
  throw new Error(`${what}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`);
}

/**
 * Runs a command to its end and returns what it wrote; throws when its exit code is not the expected one.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd: string, input?: string, exitCode?: number, env?: Record<string, string> }} options
 */
export function runCommand(command, args, { cwd, input = '', exitCode = 0, env = {} }) {
  const result = spawnSync(command, args, {
    cwd,
    input,
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
    env: { ...process.env, ...env },
  });
  if (result.error) throw result.error;
  if (result.status !== exitCode) {
    const shown = `${result.stdout.slice(-4000)}${result.stderr.slice(-4000)}`;
    throw new Error(`${[command, ...args].join(' ')} ended with ${result.status ?? result.signal}\n${shown}`);
  }
  return result.stdout;
}
