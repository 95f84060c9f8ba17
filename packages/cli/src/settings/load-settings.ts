import {
  type ChoiceName,
  readEnvironment,
  readSettingsFile,
  resolveSettings,
  type SettingName,
  type Settings,
  type SettingsFile,
} from '@spillway/core';
import type { Io } from '../io.ts';
import type { LimitValues } from '../limit-values.ts';
import { writeNote } from '../output/write.ts';
import { findProjectFile } from './find-project-file.ts';

/** The environment variables that are no limits: where the store is, the scope, and whether stacks are shown. */
export const STORE_VARIABLE = 'SPILLWAY_STORE';
const SCOPE_VARIABLE = 'SPILLWAY_SCOPE';
export const DEBUG_VARIABLE = 'SPILLWAY_DEBUG';

const OTHER_VARIABLES = [STORE_VARIABLE, SCOPE_VARIABLE, DEBUG_VARIABLE];

/** The limits that hold, and the names of those that somebody set. */
export interface LoadedSettings {
  readonly settings: Settings;
  readonly explicit: ReadonlySet<SettingName | ChoiceName>;
}

/**
 * Merges the limits of the command line, the environment, a named file and the project's own file, in this order.
 *
 * Contract: warns on stderr, one line each, of a value that is out of bounds (the default is then used), of an unknown
 * key of a file and of a `SPILLWAY_*` variable that means nothing.
 * @throws SpillwayError `setting-invalid` for a flag out of bounds and for a named file that cannot be read.
 */
export async function loadSettings(
  limits: LimitValues,
  configFile: string | undefined,
  io: Io,
): Promise<LoadedSettings> {
  const environment = readEnvironment(io.env, OTHER_VARIABLES);
  const files = await readFiles(configFile, io.cwd);
  const { settings, explicit, warnings } = resolveSettings([
    { source: 'flag', values: limits },
    environment.layer,
    ...files.map((file) => file.layer),
  ]);
  const strangers = environment.unknown.map((name) => `${name} is not a setting of Spillway and is ignored`);
  for (const warning of [...warnings, ...strangers, ...files.flatMap((file) => file.warnings)]) {
    await writeNote(io.stderr, warning);
  }
  return { settings, explicit };
}

async function readFiles(configFile: string | undefined, cwd: string): Promise<SettingsFile[]> {
  const files: SettingsFile[] = [];
  if (configFile !== undefined) files.push(await readSettingsFile(configFile, { tightenOnly: false }));
  const own = findProjectFile(cwd);
  if (own !== undefined) files.push(await readSettingsFile(own, { tightenOnly: true }));
  return files;
}
