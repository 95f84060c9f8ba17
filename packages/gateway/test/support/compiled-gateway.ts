import { join } from 'node:path';
import { compileSources } from '../../../../test/support/compile-sources.ts';

/** Compiles the gateway for a process of its own. Returns a function that gives the program. */
export function compiledGateway(): () => string {
  const folder = compileSources({
    package: 'gateway',
    files: ['index.ts'],
    program: new URL('../fixtures/gateway.mjs', import.meta.url),
  });
  return () => join(folder(), 'gateway.mjs');
}
