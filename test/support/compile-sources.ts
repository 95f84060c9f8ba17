import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc');

/**
 * Compiles sources of a package before the tests of a file, for processes of their own, which run plain JavaScript: the
 * sources as they are, not a build that may be older.
 *
 * Contract: `files` are relative to the package's `src`; `program` is copied beside what it runs. Returns a function that
 * gives the folder, which all users may read: another user may not be let into the checkout.
 */
export function compileSources(options: { package: string; files: readonly string[]; program: URL }): () => string {
  const sources = join(root, 'packages', options.package, 'src');
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), `spillway-${options.package}-`));
    chmodSync(folder, 0o755);
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    const compilerOptions = {
      rootDir: sources,
      outDir: folder,
      composite: false,
      isolatedDeclarations: false,
      declaration: false,
      noCheck: true,
      types: [],
    };
    const project = join(folder, 'tsconfig.json');
    const files = options.files.map((name) => join(sources, name));
    writeFileSync(project, JSON.stringify({ extends: join(root, 'tsconfig.base.json'), compilerOptions, files }));
    execFileSync(process.execPath, [compiler, '-p', project], { stdio: 'pipe' });
    const program = fileURLToPath(options.program);
    copyFileSync(program, join(folder, basename(program)));
    chmodSync(join(folder, basename(program)), 0o644);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return () => folder;
}
