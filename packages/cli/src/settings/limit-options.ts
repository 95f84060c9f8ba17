import { SETTINGS, type SettingName, settingBounds, settingFlag } from '@spillway/core';
import type { OptionSpec } from '../command.ts';

/** Makes the options of some limits from the settings table: their flags, meanings, bounds and defaults. */
export function limitOptions(names: readonly SettingName[]): OptionSpec[] {
  return SETTINGS.filter((row) => names.includes(row.name)).map((row) => ({
    flags: `${settingFlag(row.name)} <n>`,
    description: `${row.meaning} ${settingBounds(row)}; default ${row.default.toLocaleString('en-US')}.`,
  }));
}

/** Picks the limits out of a command's parsed options. */
export function limitValues(options: Readonly<Record<string, unknown>>): Partial<Record<SettingName, string>> {
  const values: Partial<Record<SettingName, string>> = {};
  for (const row of SETTINGS) {
    const value = options[row.name];
    if (typeof value === 'string') values[row.name] = value;
  }
  return values;
}
