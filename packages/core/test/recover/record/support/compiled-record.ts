import { compileSources } from '../../../../../../test/support/compile-sources.ts';

/** Compiles the record for child processes. Returns a function that gives the folder, with `worker.mjs` in it. */
export function compiledRecord(): () => string {
  return compileSources({
    package: 'core',
    files: ['recover/record/open-record.ts', 'recover/record/read-record.ts'],
    program: new URL('./worker.mjs', import.meta.url),
  });
}
