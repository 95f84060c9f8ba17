import { readLimits } from '../numbers.ts';
import { type CodeRule, codeInText, requestCode } from '../rules/codes.ts';
import { lookAlikes } from '../rules/look-alikes.ts';
import { refusalWordings } from '../rules/refusals.ts';
import { troubleWordings } from '../rules/server-trouble.ts';
import type { OtherWording } from '../rules/wording.ts';
import type { ErrorFacts } from '../text/error-facts.ts';
import type { Verdict } from '../verdict.ts';
import { firstMatch } from './first-match.ts';

const itemOutcomes: ReadonlySet<string> = new Set(['string_length', 'count', 'image']);
const namedItem = /(?:invalid |^|: )((?:messages|input|inputs|contents|tools|system|functions)\b[\w.[\]]{0,160})/;
/** Fields that are names, not content: their length is the sender's mistake. */
const nameField = /(?:\bid|name|user|metadata|key|stop)(?:\[\d+\])?$/;

/** Finds what reads like an overflow and is none: an item, the reserved output, a broken order of messages. */
export function findLookAlike(facts: ErrorFacts): Verdict | undefined {
  const verdict = firstWords(facts, lookAlikes);
  if (verdict === undefined || !itemOutcomes.has(verdict.outcome)) return verdict;
  return withItem(facts, verdict);
}

/** Finds what the codes say of the request, in their fields or inside the text. */
export function findCode(facts: ErrorFacts): Verdict | undefined {
  const field = requestCode(facts.codes, facts.provider);
  if (field !== undefined) return fromCode(facts, field, 'code');
  const written = facts.messages.map(codeInText).find((rule) => rule !== undefined);
  return written && facts.isError ? fromCode(facts, written, 'code in the text') : undefined;
}

/** Finds any other refusal or trouble that is known by its words. */
export function findRefusal(facts: ErrorFacts): Verdict | undefined {
  return firstWords(facts, refusalWordings);
}

/** Says what is left: trouble of the server, a size by status alone, or nothing that is known. */
export function classifyRest(facts: ErrorFacts): Verdict {
  const trouble = firstWords(facts, troubleWordings);
  const { statuses } = facts;
  if (statuses.includes(413)) return { outcome: 'request_bytes', rule: 'status: 413' };
  if (trouble !== undefined) return trouble;
  if (statuses.some((status) => status >= 500))
    return { outcome: 'none', reason: 'server_error', isRetryable: true, rule: 'status: 5xx' };
  if (statuses.some((status) => status === 408 || status === 409 || status === 425))
    return { outcome: 'none', reason: 'network', isRetryable: true, rule: 'status: 408, 409 or 425' };
  return { outcome: 'none', reason: 'unknown', rule: 'nothing known' };
}

function fromCode(facts: ErrorFacts, rule: CodeRule, by: string): Verdict {
  const verdict: Verdict = { ...rule, rule: by };
  return itemOutcomes.has(rule.outcome) ? withItem(facts, verdict) : verdict;
}

function firstWords(facts: ErrorFacts, among: readonly OtherWording[]): Verdict | undefined {
  const found = firstMatch(facts, among);
  if (found === undefined) return undefined;
  const { row, match, said } = found;
  return { ...said, numbers: readLimits(match), rule: `${row.by}: ${row.reason ?? row.outcome}` };
}

function withItem(facts: ErrorFacts, verdict: Verdict): Verdict {
  const written = facts.messages.map((message) => namedItem.exec(message)?.[1]).find((item) => item !== undefined);
  const item = facts.param ?? written?.replace(/[.[]+$/, '');
  if (item === undefined) return verdict;
  if (verdict.outcome === 'string_length' && nameField.test(item))
    return { outcome: 'none', reason: 'parameter', item, rule: verdict.rule };
  return { ...verdict, item };
}
