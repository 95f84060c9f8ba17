import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { createFsStore, type FsStoreOptions } from './fs.ts';
import type { Store } from './store.ts';

/** What the default folder depends on. */
export interface StoreSurroundings {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly platform?: NodeJS.Platform;
  readonly home?: string;
}

/**
 * Returns the folder in which this user's results are kept.
 *
 * Contract: absolute, and never a temporary folder. `SPILLWAY_STORE` decides where it is set and not blank, taken from
 * the working directory when it is relative. Else the place where the system keeps a user's state.
 */
export function defaultStoreDirectory(surroundings: StoreSurroundings = {}): string {
  const { env = process.env, platform = process.platform, home = homedir() } = surroundings;
  const chosen = env.SPILLWAY_STORE?.trim();
  if (chosen) return resolve(chosen);
  if (platform === 'win32') return join(absolute(env.LOCALAPPDATA) ?? join(home, 'AppData', 'Local'), 'spillway');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'spillway');
  return join(absolute(env.XDG_STATE_HOME) ?? join(home, '.local', 'state'), 'spillway');
}

/** Creates the store that every command and adapter of one user shares. Contract: as `createFsStore`. */
export function createDefaultStore(options: Partial<FsStoreOptions> & StoreSurroundings = {}): Store {
  const { env, platform, home, ...rest } = options;
  const directory = rest.directory ?? defaultStoreDirectory(definedOnly({ env, platform, home }));
  return createFsStore({ ...rest, directory });
}

/** The base directory specification has relative paths ignored. */
function absolute(path: string | undefined): string | undefined {
  return path !== undefined && isAbsolute(path) ? path : undefined;
}

function definedOnly(
  surroundings: { [Name in keyof StoreSurroundings]: StoreSurroundings[Name] | undefined },
): StoreSurroundings {
  const { env, platform, home } = surroundings;
  return {
    ...(env !== undefined && { env }),
    ...(platform !== undefined && { platform }),
    ...(home !== undefined && { home }),
  };
}
