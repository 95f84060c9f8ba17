import { formatCount } from '../bytes/count-words.ts';
import { SpillwayError } from '../errors.ts';
import {
  CHOICES,
  type ChoiceName,
  SETTINGS,
  type SettingName,
  type SettingRow,
  type Settings,
  settingBounds,
  settingEnvironmentName,
  settingFlag,
} from './settings.ts';

/** Values as they come from one source: text from flags and the environment, numbers from code and files. */
export type RawSettings = Readonly<Partial<Record<SettingName | ChoiceName, unknown>>>;

/** Where a value came from. A bad one from `flag` or `code` is refused; from `environment` or `file` it is warned of. */
export type SettingSource = 'code' | 'flag' | 'environment' | 'file';

/** One layer of settings; earlier layers win. */
export interface SettingsLayer {
  readonly source: SettingSource;
  readonly values: RawSettings;
  /** Only values that tighten the limit count: for a project's own file. */
  readonly tightenOnly?: boolean;
}

export interface ResolvedSettings {
  readonly settings: Settings;
  /** Names that some source set explicitly. */
  readonly explicit: ReadonlySet<SettingName | ChoiceName>;
  /** One line for each value that was not used, naming the bounds. */
  readonly warnings: readonly string[];
}

const strict: ReadonlySet<SettingSource> = new Set(['code', 'flag']);

/**
 * Merges settings from their sources into one complete set.
 *
 * Contract: earlier layers win; a value out of bounds or contradicting an explicit one throws from code and flags, and
 * is warned of and left out from the environment and files; unset limits follow set ones. Never returns a limit out of
 * its bounds.
 * @throws SpillwayError `setting-invalid` with facts `setting`, `min`, `max`, `status: 400`.
 */
export function resolveSettings(layers: readonly SettingsLayer[]): ResolvedSettings {
  const warnings: string[] = [];
  const chosen = new Map<SettingName, { value: number; label: string; source: SettingSource }>();
  for (const layer of layers) {
    for (const row of SETTINGS) {
      if (chosen.has(row.name) || !(row.name in layer.values)) continue;
      const raw = layer.values[row.name];
      if (raw === undefined) continue;
      const label = settingLabel(row.name, layer.source);
      const problem = valueProblem(row, raw) ?? loosening(row, raw, layer);
      if (problem === undefined) {
        chosen.set(row.name, { value: Number(raw), label, source: layer.source });
      } else if (strict.has(layer.source)) {
        throw settingError(row, `${label} ${problem}`);
      } else {
        warnings.push(`${label} ${problem}; using ${formatCount(row.default)}`);
      }
    }
  }
  dropContradictions(chosen, warnings);
  const choices = resolveChoices(layers, warnings);
  const words = Object.fromEntries(CHOICES.map((row) => [row.name, choices.get(row.name) ?? row.default]));
  const settings = { ...deriveSettings(chosen), ...(words as Pick<Settings, ChoiceName>) };
  return { settings, explicit: new Set([...chosen.keys(), ...choices.keys()]), warnings };
}

function resolveChoices(layers: readonly SettingsLayer[], warnings: string[]): Map<ChoiceName, string> {
  const chosen = new Map<ChoiceName, string>();
  for (const { source, values } of layers) {
    for (const row of CHOICES) {
      const raw = values[row.name];
      if (raw === undefined || chosen.has(row.name)) continue;
      const problem = `${settingLabel(row.name, source)} must be ${row.values.join(' or ')}, not ${JSON.stringify(raw)}`;
      if (row.values.includes(raw as string)) chosen.set(row.name, raw as string);
      else if (!strict.has(source)) warnings.push(`${problem}; using ${row.default}`);
      else {
        const facts = { setting: row.name, status: 400 };
        throw new SpillwayError({ code: 'setting-invalid', message: problem, facts });
      }
    }
  }
  return chosen;
}

/** Reads the settings of an environment, and names the `SPILLWAY_*` variables that mean nothing. */
export function readEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
  otherNames: readonly string[] = [],
): { layer: SettingsLayer; unknown: string[] } {
  const known = new Map([...SETTINGS, ...CHOICES].map((row) => [settingEnvironmentName(row.name), row.name]));
  const values: Partial<Record<SettingName | ChoiceName, unknown>> = {};
  const unknown: string[] = [];
  for (const [name, value] of Object.entries(environment)) {
    const setting = known.get(name);
    if (setting !== undefined) values[setting] = value;
    else if (name.startsWith('SPILLWAY_') && !otherNames.includes(name)) unknown.push(name);
  }
  return { layer: { source: 'environment', values }, unknown };
}

function settingLabel(name: SettingName | ChoiceName, source: SettingSource): string {
  if (source === 'flag') return settingFlag(name);
  return source === 'environment' ? settingEnvironmentName(name) : name;
}

function valueProblem(row: SettingRow, raw: unknown): string | undefined {
  const shown = typeof raw === 'string' ? JSON.stringify(raw) : String(raw);
  const isWhole =
    typeof raw === 'number' ? Number.isSafeInteger(raw) : typeof raw === 'string' && /^\d{1,15}$/.test(raw);
  if (!isWhole) return `must be a whole number of ${row.unit}, ${settingBounds(row)}, not ${shown}`;
  const value = Number(raw);
  return value < row.min || value > row.max ? `must be ${settingBounds(row)}, not ${shown}` : undefined;
}

function loosening(row: SettingRow, raw: unknown, layer: SettingsLayer): string | undefined {
  if (!layer.tightenOnly || Number(raw) <= row.default) return undefined;
  return `may only be tightened here (at most ${formatCount(row.default)}); name a file with --config to loosen it`;
}

type Chosen = Map<SettingName, { value: number; label: string; source: SettingSource }>;

function dropContradictions(chosen: Chosen, warnings: string[]): void {
  for (const row of SETTINGS) {
    const mine = chosen.get(row.name);
    const otherName = row.atMost ?? row.atLeast;
    const other = otherName === undefined ? undefined : chosen.get(otherName);
    if (mine === undefined || other === undefined) continue;
    const fits = row.atMost === undefined ? mine.value >= other.value : mine.value <= other.value;
    if (fits) continue;
    const relation = row.atMost === undefined ? 'at least' : 'at most';
    const problem = `${mine.label} (${mine.value}) must be ${relation} ${other.label} (${other.value})`;
    if (strict.has(mine.source) && strict.has(other.source)) throw settingError(row, problem);
    warnings.push(`${problem}; following ${other.label}`);
    chosen.delete(row.name);
  }
}

function deriveSettings(chosen: Chosen): Record<SettingName, number> {
  const settings: Partial<Record<SettingName, number>> = {};
  const own = (name: SettingName): number | undefined => chosen.get(name)?.value;
  for (const row of SETTINGS) {
    const anchor = row.atMost ?? row.atLeast;
    const limit = anchor === undefined ? undefined : settings[anchor];
    let value = own(row.name) ?? row.default;
    if (anchor === undefined) value = own(row.name) ?? followDependents(row, chosen);
    else if (limit !== undefined) value = row.atMost === undefined ? Math.max(value, limit) : Math.min(value, limit);
    settings[row.name] = value;
  }
  return settings as Record<SettingName, number>;
}

/** An unset limit gives way to the set ones that stand in relation to it. */
function followDependents(row: SettingRow, chosen: Chosen): number {
  let value = row.default;
  for (const dependent of SETTINGS) {
    const set = chosen.get(dependent.name)?.value;
    if (set === undefined) continue;
    if (dependent.atLeast === row.name) value = Math.min(value, set);
    if (dependent.atMost === row.name) value = Math.max(value, set);
  }
  return Math.max(row.min, Math.min(row.max, value));
}

function settingError(row: SettingRow, message: string): SpillwayError {
  return new SpillwayError({
    code: 'setting-invalid',
    message,
    facts: { setting: row.name, min: row.min, max: row.max, status: 400 },
  });
}
