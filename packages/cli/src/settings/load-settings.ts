import { readEnvironment, resolveSettings, type SettingName, type Settings } from '@spillway/core';
import type { Io } from '../io.ts';
import { write } from '../output/write.ts';

/** The environment variables that are no limits: where the store is, the scope, and whether stacks are shown. */
export const STORE_VARIABLE = 'SPILLWAY_STORE';
export const SCOPE_VARIABLE = 'SPILLWAY_SCOPE';
export const DEBUG_VARIABLE = 'SPILLWAY_DEBUG';

const OTHER_VARIABLES = [STORE_VARIABLE, SCOPE_VARIABLE, DEBUG_VARIABLE];

/**
 * Merges the limits of the command line and of the environment.
 *
 * Contract: warns on stderr, one line each, of a variable that is out of bounds (the default is then used) and of a
 * `SPILLWAY_*` variable that means nothing. A flag out of bounds throws `setting-invalid`.
 */
export async function loadSettings(
  limits: Readonly<Partial<Record<SettingName, string>>>,
  io: Io,
): Promise<{ settings: Settings; explicit: ReadonlySet<SettingName> }> {
  const { layer, unknown } = readEnvironment(io.env, OTHER_VARIABLES);
  const { settings, explicit, warnings } = resolveSettings([{ source: 'flag', values: limits }, layer]);
  const strangers = unknown.map((name) => `${name} is not a setting of Spillway and is ignored`);
  for (const warning of [...warnings, ...strangers]) await write(io.stderr, `spillway: ${warning}\n`);
  return { settings, explicit };
}
