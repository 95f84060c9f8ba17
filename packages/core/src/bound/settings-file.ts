import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { parseJsonObject } from '../bytes/json-object.ts';
import { SpillwayError } from '../errors.ts';
import { isMissing } from '../system/errno.ts';
import type { SettingsLayer } from './resolve-settings.ts';
import { CHOICES, type ChoiceName, SETTINGS, type SettingName } from './settings.ts';

/** A settings file as read: its layer, and a line for each key that means nothing. */
export interface SettingsFile {
  readonly layer: SettingsLayer;
  readonly warnings: readonly string[];
}

/**
 * Reads a `spillway.json`.
 *
 * Contract: a project's own file (`tightenOnly`) may only tighten limits; a file that the user names may loosen them. A
 * missing project file is no settings; a file that is not a JSON object is refused when it was named and warned of when
 * it was found.
 * @throws SpillwayError `setting-invalid` for a named file that cannot be read or parsed.
 */
export async function readSettingsFile(path: string, options: { tightenOnly: boolean }): Promise<SettingsFile> {
  const empty = { source: 'file', values: {}, tightenOnly: options.tightenOnly } as const;
  let text: string;
  try {
    text = await readPlainFile(path);
  } catch (error) {
    if (options.tightenOnly && isMissing(error)) return { layer: empty, warnings: [] };
    return refuse(`${path} cannot be read`, options.tightenOnly, empty, error);
  }
  const parsed = parseJsonObject(text);
  if (parsed === undefined) return refuse(`${path} is not a JSON object`, options.tightenOnly, empty);
  const values: Partial<Record<SettingName | ChoiceName, unknown>> = {};
  const warnings: string[] = [];
  for (const [key, value] of Object.entries(parsed)) {
    const row = [...SETTINGS, ...CHOICES].find((setting) => setting.name === key);
    if (row !== undefined) values[row.name] = value;
    else if (key !== '$schema') warnings.push(`${path}: ${JSON.stringify(key)} is no setting; see docs/limits.md`);
  }
  return { layer: { ...empty, values }, warnings };
}

/** Larger than any settings, smaller than anything that could hurt. */
const maxFileBytes = 65_536;

/** A repository can carry a link to a device and a folder a named pipe: neither is opened for long nor read to its end. */
async function readPlainFile(path: string): Promise<string> {
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stats = await file.stat();
    if (!stats.isFile()) throw new Error(`${path} is no plain file`);
    if (stats.size > maxFileBytes) throw new Error(`${path} is larger than ${maxFileBytes} bytes`);
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}

function refuse(message: string, tolerated: boolean, layer: SettingsLayer, cause?: unknown): SettingsFile {
  if (tolerated) return { layer, warnings: [`${message}; it is left out`] };
  throw new SpillwayError({ code: 'setting-invalid', message, facts: { status: 400 }, cause });
}
