import { formatCount } from '../bytes/count-words.ts';
import type { KeyPolicy } from '../guard/key-mode.ts';
import { defaultStoreLimits } from '../store/limits.ts';

/**
 * One limit: the only place where it is stated. Flags, environment names, JSON Schema and docs/limits.md are made from
 * it.
 */
export interface SettingRow {
  readonly name: SettingName;
  readonly unit: 'bytes' | 'milliseconds';
  readonly default: number;
  readonly min: number;
  readonly max: number;
  /** A setting that this one may not go below or above; where this one is not set, it follows. */
  readonly atMost?: SettingName;
  readonly atLeast?: SettingName;
  readonly meaning: string;
}

export type SettingName =
  | 'maxResultBytes'
  | 'previewBytes'
  | 'maxTurnBytes'
  | 'maxMediaBytes'
  | 'maxArgumentBytes'
  | 'captureBytes'
  | 'storeBytes'
  | 'processStoreBytes'
  | 'ttlMs'
  | 'maxFrameBytes'
  | 'commandTimeoutMs';

/** One setting of a few words; like a limit, stated here alone. */
export interface ChoiceRow {
  readonly name: ChoiceName;
  readonly values: readonly string[];
  readonly default: string;
  readonly meaning: string;
}

export type ChoiceName = 'keyPolicy';

export type Settings = Readonly<Record<SettingName, number>> & { readonly keyPolicy: KeyPolicy };

const kib = 1024;
const mib = 1024 * kib;
const gib = 1024 * mib;
const dayMs = 86_400_000;

/** Every limit of Spillway, in the order in which they are shown. */
export const SETTINGS: readonly SettingRow[] = [
  {
    name: 'maxResultBytes',
    unit: 'bytes',
    default: 64 * kib,
    min: kib,
    max: mib,
    meaning: 'Encoded size of one delivered tool result, notice and envelope included.',
  },
  {
    name: 'previewBytes',
    unit: 'bytes',
    default: 4 * kib,
    min: 320,
    max: mib,
    atMost: 'maxResultBytes',
    meaning: 'Encoded size of the preview of a log, table, JSON or binary; prose fills the budget instead.',
  },
  {
    name: 'maxTurnBytes',
    unit: 'bytes',
    default: 256 * kib,
    min: kib,
    max: 64 * mib,
    atLeast: 'maxResultBytes',
    meaning: 'Sum of the results delivered in one turn; in the gateway, of the calls open at once.',
  },
  {
    name: 'maxMediaBytes',
    unit: 'bytes',
    default: mib,
    min: 0,
    max: 64 * mib,
    meaning:
      'Base64 size of an image or audio that passes as it is; the gateway passes less, by client, unless this is set.',
  },
  {
    name: 'maxArgumentBytes',
    unit: 'bytes',
    default: 16 * kib,
    min: kib,
    max: 64 * mib,
    meaning:
      'Encoded size of one string in the arguments of a call, as a transcript is sent; a longer one is kept by handle.',
  },
  {
    name: 'captureBytes',
    unit: 'bytes',
    default: 8 * gib,
    min: kib,
    max: 1024 * gib,
    atLeast: 'maxResultBytes',
    meaning: 'Ceiling for one stored result; past it the first part and the last MiB are kept and the gap is said.',
  },
  {
    name: 'storeBytes',
    unit: 'bytes',
    default: defaultStoreLimits.storeBytes,
    min: mib,
    max: 1024 * gib,
    meaning: 'Size of the whole store over all processes; the oldest unpinned results make room.',
  },
  {
    name: 'processStoreBytes',
    unit: 'bytes',
    default: defaultStoreLimits.processStoreBytes,
    min: mib,
    max: 1024 * gib,
    meaning: 'Bytes that one process may add to the store in its life.',
  },
  {
    name: 'ttlMs',
    unit: 'milliseconds',
    default: defaultStoreLimits.ttlMs,
    min: 60_000,
    max: 3650 * dayMs,
    meaning: 'Age at which a stored result expires.',
  },
  {
    name: 'maxFrameBytes',
    unit: 'bytes',
    default: 256 * mib,
    min: mib,
    max: 400 * mib,
    meaning: 'Largest message taken from an MCP server; a larger one fails its own call and no other.',
  },
  {
    name: 'commandTimeoutMs',
    unit: 'milliseconds',
    default: 120_000,
    min: 1,
    max: 3_600_000,
    meaning: 'Time that a command of run_command gets where its call names no other.',
  },
];

/** Every setting that is a word. */
export const CHOICES: readonly ChoiceRow[] = [
  {
    name: 'keyPolicy',
    values: ['redact', 'refuse'],
    default: 'redact',
    meaning:
      'What is done about bodies of private keys: each is masked, or nothing of what holds one is shown or kept.',
  },
];

/** Returns the environment variable of a setting, such as `SPILLWAY_MAX_RESULT_BYTES`. */
export function settingEnvironmentName(name: SettingName | ChoiceName): string {
  return `SPILLWAY_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}

/** Returns the command-line flag of a setting, such as `--max-result-bytes`. */
export function settingFlag(name: SettingName | ChoiceName): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** Says the bounds of a setting in words: `1,024 to 1,048,576 bytes`. */
export function settingBounds(row: SettingRow): string {
  return `${formatCount(row.min)} to ${formatCount(row.max)} ${row.unit}`;
}

/** Returns the JSON Schema of `spillway.json`. */
export function settingsSchema(): Record<string, unknown> {
  const limits = SETTINGS.map((row) => [
    row.name,
    { type: 'integer', minimum: row.min, maximum: row.max, default: row.default, description: row.meaning },
  ]);
  const choices = CHOICES.map((row) => [
    row.name,
    { type: 'string', enum: row.values, default: row.default, description: row.meaning },
  ]);
  const properties = Object.fromEntries([...limits, ...choices]) as Record<string, unknown>;
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'spillway.json',
    type: 'object',
    properties: { $schema: { type: 'string' }, ...properties },
    additionalProperties: false,
  };
}
