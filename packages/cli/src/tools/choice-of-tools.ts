import { TOOLS } from '@spillway/tools';
import { quoteLine } from '../text/escapes.ts';
import { UsageError } from '../usage-error.ts';

/** What was asked for on the command line. */
export interface ToolsAsked {
  /** Names with commas between them; undefined for all. */
  readonly only: string | undefined;
  readonly readOnly: boolean;
  readonly hasSkills: boolean;
}

/**
 * Decides which tools are served, by name.
 *
 * Contract: in the order of the table; the readers of stored results are not among them, since they are always there.
 * @throws UsageError for a name that no tool has, or that is left out for another reason, and where none is named.
 */
export function choiceOfTools({ only, readOnly, hasSkills }: ToolsAsked): readonly string[] {
  const left = TOOLS.filter(({ does, needs }) => (!readOnly || does === 'read') && (needs === undefined || hasSkills));
  const known = left.map(({ name }) => name);
  if (only === undefined) return known;
  const wanted = only
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const missing = wanted.find((name) => !known.includes(name));
  if (missing !== undefined) throw new UsageError(`--only: ${quoteLine(missing)} ${whyMissing(missing, readOnly)}`);
  if (wanted.length === 0) throw new UsageError(`--only takes names with commas between them: ${known.join(', ')}`);
  return known.filter((name) => wanted.includes(name));
}

function whyMissing(name: string, readOnly: boolean): string {
  const row = TOOLS.find((one) => one.name === name);
  if (row === undefined) return `is no tool; there are ${TOOLS.map((one) => one.name).join(', ')}`;
  return readOnly && row.does !== 'read' ? 'does more than read: leave --read-only out' : `needs --${row.needs}`;
}
