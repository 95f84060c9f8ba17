import { createRequire } from 'node:module';
import { UsageError } from '../usage-error.ts';

/** Imports what only the demo needs, and names the fix where it is not installed. */
export async function importOptional<Module>(load: () => Promise<Module>, name: string): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    throw missing(name, error);
  }
}

/**
 * Finds the script of an installed package's command.
 *
 * @throws UsageError when the package is not installed.
 */
export function resolveBin(packageName: string): string {
  const require = createRequire(import.meta.url);
  try {
    const manifest = require.resolve(`${packageName}/package.json`);
    const { bin } = require(manifest) as { bin: string | Record<string, string> };
    const script = typeof bin === 'string' ? bin : Object.values(bin)[0];
    return require.resolve(`${packageName}/${script ?? ''}`);
  } catch (error) {
    throw missing(packageName, error);
  }
}

function missing(name: string, error: unknown): unknown {
  const code = (error as NodeJS.ErrnoException | null)?.code ?? '';
  if (!/MODULE_NOT_FOUND|ERR_MODULE_NOT_FOUND/.test(code)) return error;
  return new UsageError(`the demo needs ${name}: run \`npm install ${name}\` beside spillway, then try again`);
}
