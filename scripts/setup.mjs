// Makes a fresh clone ready: packages installed, command built. Runs before `npm start` and `npm test`, does nothing
// when all is in place, and uses Node's built-ins alone because nothing else may be there yet.
import { buildStep } from './setup/build.mjs';
import { installStep } from './setup/install.mjs';
import { withLock } from './setup/lock.mjs';
import { checkNodeVersion } from './setup/node-version.mjs';

const steps = [installStep, buildStep];

try {
  checkNodeVersion(process.versions.node);
  if (steps.some((step) => !step.isDone())) {
    await withLock(() => {
      // Asked again under the lock: another run may have done the work meanwhile.
      for (const step of steps) if (!step.isDone()) step.run();
    });
  }
} catch (error) {
  process.stderr.write(`setup: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
