import { CHOICES, type ChoiceName, SETTINGS, type SettingName, settingBounds, settingFlag } from '@spillway/core';
import type { OptionSpec } from '../command.ts';
import type { LimitValues } from '../limit-values.ts';

/** Makes the options of some limits from the settings table: their flags, meanings, bounds and defaults. */
export function limitOptions(names: readonly (SettingName | ChoiceName)[]): OptionSpec[] {
  const limits = SETTINGS.filter((row) => names.includes(row.name)).map((row) => ({
    flags: `${settingFlag(row.name)} <n>`,
    description: `${row.meaning} ${settingBounds(row)}; default ${row.default.toLocaleString('en-US')}.`,
  }));
  const choices = CHOICES.filter((row) => names.includes(row.name)).map((row) => ({
    flags: `${settingFlag(row.name)} <word>`,
    description: `${row.meaning} ${row.values.join(' or ')}; default ${row.default}.`,
  }));
  return [...limits, ...choices];
}

/** Picks the limits out of a command's parsed options. */
export function limitValues(options: Readonly<Record<string, unknown>>): LimitValues {
  const values: { [name in SettingName | ChoiceName]?: string } = {};
  for (const row of [...SETTINGS, ...CHOICES]) {
    const value = options[row.name];
    if (typeof value === 'string') values[row.name] = value;
  }
  return values;
}
