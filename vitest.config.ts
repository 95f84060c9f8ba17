import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { WholeRunReporter } from './scripts/vitest/whole-run-reporter.ts';

const packages = fileURLToPath(new URL('packages/', import.meta.url));
const reportPath = process.env.WHOLE_RUN_REPORT;
const jsonReport: ['json', { outputFile: string }][] = reportPath ? [['json', { outputFile: reportPath }]] : [];

/** Maps what each package exports (`./dist/x.js`) to the source it is built from, so that tests need no build. */
function sourceAliases() {
  return readdirSync(packages).flatMap((folder) => {
    const { name, exports } = JSON.parse(readFileSync(`${packages}${folder}/package.json`, 'utf8'));
    return Object.entries<{ default?: string }>(exports).flatMap(([key, { default: output }]) =>
      output === undefined
        ? []
        : [
            {
              find: new RegExp(`^${name}${key.slice(1)}$`),
              replacement: `${packages}${folder}/${output.replace(/^\.\/dist\/(.*)\.js$/, 'src/$1.ts')}`,
            },
          ],
    );
  });
}

export default defineConfig({
  resolve: { alias: sourceAliases() },
  test: {
    include: ['packages/*/test/**/*.test.ts', 'test/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    allowOnly: false,
    reporters: ['default', new WholeRunReporter(), ...jsonReport],
  },
});
