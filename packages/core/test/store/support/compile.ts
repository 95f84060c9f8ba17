import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll } from 'vitest';

const packageFolder = fileURLToPath(new URL('../../..', import.meta.url));
const workerPath = fileURLToPath(new URL('./worker.mjs', import.meta.url));
const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc');

/**
 * Compiles the stores for child processes, which run plain JavaScript: the sources as they are, not a build that may
 * be older. Returns a function that gives the folder, readable by all users.
 */
export function compiledStores(): () => string {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'spillway-compiled-'));
    chmodSync(folder, 0o755);
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    const options = {
      extends: join(packageFolder, '..', '..', 'tsconfig.base.json'),
      compilerOptions: {
        rootDir: join(packageFolder, 'src'),
        outDir: folder,
        composite: false,
        isolatedDeclarations: false,
        declaration: false,
        noCheck: true,
        typeRoots: [join(packageFolder, '..', '..', 'node_modules', '@types')],
      },
      files: ['store/fs.ts', 'store/default-store.ts', 'store/scope.ts'].map((name) =>
        join(packageFolder, 'src', name),
      ),
    };
    const project = join(folder, 'tsconfig.json');
    writeFileSync(project, JSON.stringify(options));
    // Another user may not be let into the checkout, so the worker lies beside what it runs.
    copyFileSync(workerPath, join(folder, 'worker.mjs'));
    chmodSync(join(folder, 'worker.mjs'), 0o644);
    execFileSync(process.execPath, [compiler, '-p', project], { stdio: 'pipe' });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return () => folder;
}
