import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll } from 'vitest';
import { compileSources } from '../../../../../../test/support/compile-sources.ts';

const installed = fileURLToPath(new URL('../../../../../../node_modules', import.meta.url));

/** Compiles sessions for child processes. Returns a function that gives the folder, with `worker.mjs` in it. */
export function compiledSession(): () => string {
  const folder = compileSources({
    package: 'core',
    files: [
      'recover/session/session.ts',
      'recover/record/open-record.ts',
      'spillway.ts',
      'store/memory.ts',
      'bound/describe/describe-worker.ts',
      'store/fs.ts',
    ],
    program: new URL('./worker.mjs', import.meta.url),
  });
  beforeAll(() => symlinkSync(installed, join(folder(), 'node_modules')));
  return folder;
}
