import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll } from 'vitest';
import { compileSources } from '../../../../test/support/compile-sources.ts';

const modules = fileURLToPath(new URL('../../../../node_modules', import.meta.url));

/** Compiles some tools, and core for them, for a process of their own. Returns a function that gives their folder. */
export function compiledTools(options: { files: readonly string[]; program: URL }): () => string {
  const core = compileSources({ package: 'core', files: ['index.ts'], program: options.program });
  const tools = compileSources({ package: 'tools', ...options });
  beforeAll(() => {
    writeFileSync(join(core(), 'package.json'), '{"type":"module","main":"index.js"}');
    symlinkSync(modules, join(core(), 'node_modules'));
    const scope = join(tools(), 'node_modules', '@spillway');
    mkdirSync(scope, { recursive: true });
    symlinkSync(core(), join(scope, 'core'));
  });
  return tools;
}
