import type { OverflowNumbers } from './classification.ts';
import type { NumberName, Wording } from './rules/wording.ts';

/** What a wording says of a request, in numbers. */
export interface ReadWording {
  readonly outcome: 'prompt' | 'prompt_plus_output';
  readonly numbers: OverflowNumbers;
  readonly isLowerBound: boolean;
  /** How many numbers it has, and how many of them are believed. */
  readonly said: number;
  readonly taken: number;
}

type Groups = Partial<Record<NumberName, number>>;

const maxTokens = 100_000_000;
const maxOther = 1_000_000_000_000;

/** Reads the named numbers of a match; separators of thousands are dropped. */
export function readGroups(match: RegExpExecArray): Groups {
  const groups: Groups = {};
  for (const [name, text] of Object.entries(match.groups ?? {})) {
    if (text !== undefined) groups[name as NumberName] = Number(text.replace(/[,._]/g, ''));
  }
  return groups;
}

/**
 * Reads what a wording says.
 *
 * Contract: numbers that contradict the sentence (none, too large for any model, a request below its limit) are all
 * left out; the sentence still counts.
 */
export function readWording(row: Wording, match: RegExpExecArray): ReadWording {
  const said = readGroups(match);
  const groups = isPlausible(said) ? said : {};
  const { limit, output, over, tools = 0 } = groups;
  const input = groups.input === undefined ? undefined : groups.input + tools;
  const requested = groups.requested ?? sum(input, output) ?? sum(limit, over);
  const isLowerBound = row.isLowerBound === true || (limit !== undefined && sum(input, output) === limit + 1);
  return {
    outcome: outcomeOf(row, { input, output, limit }),
    numbers: {
      ...(limit !== undefined && { limitTokens: limit }),
      ...(requested !== undefined && { requestedTokens: requested }),
      ...(input !== undefined && { inputTokens: input }),
      ...(output !== undefined && { outputTokens: output }),
      ...overBy(over, requested, limit, isLowerBound),
    },
    isLowerBound,
    said: Object.keys(said).length,
    taken: Object.keys(groups).length,
  };
}

function outcomeOf(
  row: Wording,
  { input, output, limit }: { input: number | undefined; output: number | undefined; limit: number | undefined },
): ReadWording['outcome'] {
  if (input === undefined || output === undefined || limit === undefined)
    return row.countsOutput ? 'prompt_plus_output' : 'prompt';
  return output > 0 && input <= limit ? 'prompt_plus_output' : 'prompt';
}

function overBy(
  over: number | undefined,
  requested: number | undefined,
  limit: number | undefined,
  isLowerBound: boolean,
): Pick<OverflowNumbers, 'overByTokens'> {
  if (over !== undefined) return { overByTokens: over };
  if (isLowerBound || requested === undefined || limit === undefined) return {};
  return requested > limit ? { overByTokens: requested - limit } : {};
}

function isPlausible(groups: Groups): boolean {
  const { limit, requested, input, tools = 0, output, over } = groups;
  const isCounted = [limit, requested, input, over].every(
    (value) => value === undefined || (value >= 1 && value <= maxTokens),
  );
  const total = requested ?? sum(input === undefined ? undefined : input + tools, output);
  return isCounted && (output ?? 0) <= maxTokens && (limit === undefined || total === undefined || total >= limit);
}

/** Reads the limits of a sentence that is no overflow: bytes, characters, counts, the cap of the output. */
export function readLimits(match: RegExpExecArray): OverflowNumbers {
  const { limitBytes, limitCharacters, limitCount, limitOutput } = readGroups(match);
  const isLimit = (value: number | undefined): value is number =>
    value !== undefined && value >= 1 && value <= maxOther;
  return {
    ...(isLimit(limitBytes) && { limitBytes }),
    ...(isLimit(limitCharacters) && { limitCharacters }),
    ...(isLimit(limitCount) && { limitCount }),
    ...(isLimit(limitOutput) && { maxOutputTokens: limitOutput }),
  };
}

function sum(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? undefined : one + other;
}
