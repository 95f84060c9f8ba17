import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll } from 'vitest';
import { compileSources } from '../../../../test/support/compile-sources.ts';

const program = new URL('../fixtures/gateway.mjs', import.meta.url);

/** Compiles the gateway for a process of its own, with what it uses of core. Returns a function that gives the program. */
export function compiledGateway(): () => string {
  const core = compileSources({ package: 'core', files: ['reader-names.ts', 'process/index.ts'], program });
  const gateway = compileSources({ package: 'gateway', files: ['index.ts'], program });
  beforeAll(() => {
    const exports = { './process': './process/index.js', './reader-names': './reader-names.js' };
    writeFileSync(join(core(), 'package.json'), JSON.stringify({ type: 'module', exports }));
    const scope = join(gateway(), 'node_modules', '@spillway');
    mkdirSync(scope, { recursive: true });
    symlinkSync(core(), join(scope, 'core'));
  });
  return () => join(gateway(), 'gateway.mjs');
}
