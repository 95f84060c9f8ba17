import { type ReadWording, readWording } from '../numbers.ts';
import {
  bareWords,
  genericUnits,
  genericWordings,
  numberUnits,
  numberWordings,
  otherTokens,
} from '../rules/generic.ts';
import type { Wording } from '../rules/wording.ts';
import type { ErrorFacts } from '../text/error-facts.ts';
import { isSpoken } from '../text/is-spoken.ts';
import type { Verdict } from '../verdict.ts';
import { overflowWordings } from '../wordings/wordings.ts';

/** A text that came with success is one of a server only if it is short and begins with the matter. */
const maxPlainCharacters = 800;
/** Statuses under which a sentence that nobody has reported counts. */
const refusing: ReadonlySet<number> = new Set([400, 413, 422, 500, 502, 503]);
const noBody = /\b4(?:00|13)[^a-z]{0,4}status code[^a-z]{0,4}\(no body\)/;

/** A proxy that does not know why it was refused names all it can think of. */
const hedged = /\bpossible (?:causes?|reasons?)\b/;

interface Match {
  readonly row: Wording;
  readonly read: ReadWording;
}

/** Finds a sentence that says overflow, under any status. */
export function findOverflow(facts: ErrorFacts): Verdict | undefined {
  const found = best(facts, overflowWordings);
  if (found === undefined) return withoutBody(facts);
  if (found.read.said > 1) return toVerdict(found);
  // A known sentence may come in a form that states numbers where nobody has seen them yet.
  const read = best(facts, numberWordings, numberUnits)?.read;
  return toVerdict(read !== undefined && completes(read, found.read) ? withNumbers(found, read) : found);
}

function completes(read: ReadWording, known: ReadWording): boolean {
  const { limitTokens } = known.numbers;
  return read.taken > known.said && (limitTokens === undefined || limitTokens === read.numbers.limitTokens);
}

function withNumbers({ row, read }: Match, { numbers }: ReadWording): Match {
  return { row, read: { ...read, numbers } };
}

/** Finds words that say overflow as far as anyone can tell, where the status or the form makes it an error. */
export function findLikelyOverflow(facts: ErrorFacts): Verdict | undefined {
  const { statuses, isError } = facts;
  const failures = statuses.filter((status) => status >= 400);
  if (!isError || (failures.length > 0 && !failures.some((status) => refusing.has(status)))) return undefined;
  const isBare = facts.messages.some((message) => bareWords.test(message));
  if (isBare && failures.length === 0) return undefined;
  const spoken = facts.messages.filter((message) => genericUnits.test(message) && !otherTokens.test(message));
  const found = best({ ...facts, messages: spoken }, genericWordings, numberUnits);
  return found && toVerdict(found);
}

/** The match with the most numbers; two of them must stand in a sentence of `units`. */
function best(facts: ErrorFacts, among: readonly Wording[], units?: RegExp): Match | undefined {
  let found: Match | undefined;
  for (const message of facts.messages) {
    for (const row of among) {
      const match = hedged.test(message) ? null : row.pattern.exec(message);
      if (match === null || (!facts.isError && !beginsWith(message, match.index))) continue;
      const read = readWording(row, match);
      if (units !== undefined && read.said > 1 && !units.test(match[0])) continue;
      if (found === undefined || saysMore(read, found.read)) found = { row, read };
    }
  }
  return found;
}

function saysMore(one: ReadWording, other: ReadWording): boolean {
  return one.said > other.said || (one.said === other.said && one.taken > other.taken);
}

function toVerdict({ row, read: { outcome, numbers, isLowerBound } }: Match): Verdict {
  return { outcome, numbers, isLowerBound, rule: `${row.by}: ${row.says}` };
}

function beginsWith(message: string, index: number): boolean {
  return message.length <= maxPlainCharacters && !isSpoken(message.slice(0, index));
}

/** Cerebras refuses with a status alone. */
function withoutBody(facts: ErrorFacts): Verdict | undefined {
  if (!facts.provider.includes('cerebras')) return undefined;
  const isSilent = facts.messages.length === 0 || facts.messages.some((message) => noBody.test(message));
  const isRefused = facts.statuses.some((status) => status === 400 || status === 413);
  return isSilent && isRefused ? { outcome: 'prompt', rule: 'cerebras: 413 status code (no body)' } : undefined;
}
