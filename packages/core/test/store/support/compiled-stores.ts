import { compileSources } from '../../../../../test/support/compile-sources.ts';

/** Compiles the stores for child processes. Returns a function that gives the folder, with `worker.mjs` in it. */
export function compiledStores(): () => string {
  return compileSources({
    package: 'core',
    files: ['store/fs.ts', 'store/default-store.ts', 'store/scope.ts'],
    program: new URL('./worker.mjs', import.meta.url),
  });
}
