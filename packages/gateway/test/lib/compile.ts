import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll } from 'vitest';

const packageFolder = fileURLToPath(new URL('../..', import.meta.url));
const runner = fileURLToPath(new URL('../fixtures/gateway.mjs', import.meta.url));
const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc');

/**
 * Compiles the gateway for a process of its own, which runs plain JavaScript: the sources as they are, not a build that
 * may be older. Returns a function that gives the program.
 */
export function compiledGateway(): () => string {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'spillway-gateway-'));
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    const project = join(folder, 'tsconfig.json');
    const options = {
      extends: join(packageFolder, '..', '..', 'tsconfig.base.json'),
      compilerOptions: {
        rootDir: join(packageFolder, 'src'),
        outDir: folder,
        composite: false,
        isolatedDeclarations: false,
        declaration: false,
        noCheck: true,
        types: [],
      },
      files: [join(packageFolder, 'src', 'index.ts')],
    };
    writeFileSync(project, JSON.stringify(options));
    execFileSync(process.execPath, [compiler, '-p', project], { stdio: 'pipe' });
    copyFileSync(runner, join(folder, 'gateway.mjs'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return () => join(folder, 'gateway.mjs');
}
