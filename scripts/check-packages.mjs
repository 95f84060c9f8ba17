// Checks the packages as their users get them: packed, linted, their declarations compiled, the command installed and
// used in a project that knows nothing of this work tree.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Checks, runCommand } from './packages/checks.mjs';
import { checkCommand, checkDemo } from './packages/command.mjs';
import { compileDeclarations } from './packages/declarations.mjs';
import { packAll } from './packages/pack.mjs';
import { root } from './setup/paths.mjs';

const checks = new Checks();
const scratch = mkdtempSync(join(tmpdir(), 'spillway-packages-'));
const project = join(scratch, 'project');
/** @param {string} name */
const tool = (name) => join(root, 'node_modules/.bin', name);

try {
  const packed = checks.run('packages are packed', () => packAll(scratch)) ?? [];
  for (const { name, tarball, hasIndex } of packed) {
    checks.run(`${name}: publint`, () => runCommand(tool('publint'), ['run', tarball, '--strict'], { cwd: scratch }));
    // The command has nothing to import, so there are no types to be wrong.
    if (hasIndex) {
      const args = [tarball, '--profile', 'esm-only', '--format', 'ascii', '--no-emoji', '--no-color'];
      checks.run(`${name}: types resolve (attw)`, () => runCommand(tool('attw'), args, { cwd: scratch }));
    }
  }
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'scratch', private: true, type: 'module' }));
  checks.run('packed packages install together', () => {
    const args = ['install', '--no-audit', '--no-fund', '--loglevel=error', ...packed.map(({ tarball }) => tarball)];
    runCommand('npm', args, { cwd: project });
  });
  checks.run('declarations compile without optional peers', () => {
    compileDeclarations(
      project,
      packed.flatMap(({ entries }) => entries),
    );
  });
  checkCommand(checks, project);
  checkDemo(checks, project);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
process.stdout.write(`packages: ${checks.passed} checks passed, ${checks.failed} failed\n`);
process.exitCode = checks.failed === 0 ? 0 : 1;
