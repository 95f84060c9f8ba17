import { isJsonObject } from '../../../bytes/json-object.ts';
import type { ErrorEnvelope } from '../envelope.ts';
import type { ErrorFacts } from '../text/error-facts.ts';
import { splitText } from '../text/split-text.ts';
import { readUsage, type Usage } from '../usage.ts';
import type { Verdict } from '../verdict.ts';

const fullShare = 0.99;
/** No tokenizer makes one token of so many bytes of a transcript. */
const maxBytesPerToken = 10;
const windowStop = /^(?:model_)?context_(?:window|length)_exceeded$/;
const lengthStop = /^(?:length|max_tokens|max_output_tokens|model_length|maxtokens)$/;

/**
 * Finds what a response that succeeded tells of the window: it was accepted beyond the window, cut to it in silence, or
 * ended at it.
 */
export function classifySuccess(envelope: ErrorEnvelope, facts: ErrorFacts): Verdict | undefined {
  const body = objectIn(envelope.body) ?? objectIn(envelope.event) ?? {};
  if ((facts.statuses[0] ?? 200) >= 400 || envelope.error != null || 'error' in body) return undefined;
  const usage = readUsage(envelope.usage ?? body.usage ?? body.usageMetadata ?? body);
  const window = toCount(envelope.windowTokens ?? body.contextWindow ?? body.num_ctx);
  return byWindow(usage, window, facts) ?? bySentBytes(usage, envelope.sentBytes) ?? byStop(facts);
}

function byWindow(usage: Usage, window: number | undefined, facts: ErrorFacts): Verdict | undefined {
  const { inputTokens, outputTokens } = usage;
  if (window === undefined || inputTokens === undefined) return undefined;
  const numbers = { limitTokens: window, requestedTokens: inputTokens, inputTokens };
  if (inputTokens > window)
    return {
      outcome: 'prompt',
      numbers: { ...numbers, overByTokens: inputTokens - window },
      rule: 'usage: over the window',
    };
  if (outputTokens === 0 && hasStop(facts, lengthStop) && inputTokens >= window * fullShare)
    return { outcome: 'prompt', isLowerBound: true, numbers, rule: 'usage: cut to the window, nothing written' };
  if (inputTokens === window)
    return { outcome: 'none', reason: 'silent_truncation', rule: 'usage: exactly the window' };
  return undefined;
}

function bySentBytes(usage: Usage, sentBytes: unknown): Verdict | undefined {
  const bytes = toCount(sentBytes);
  if (bytes === undefined || usage.inputTokens === undefined || usage.inputTokens === 0) return undefined;
  if (bytes <= usage.inputTokens * maxBytesPerToken) return undefined;
  return { outcome: 'none', reason: 'silent_truncation', rule: 'usage: too few tokens for the bytes sent' };
}

function byStop(facts: ErrorFacts): Verdict | undefined {
  if (hasStop(facts, windowStop)) return { outcome: 'none', reason: 'partial_success', rule: 'stop: at the window' };
  if (hasStop(facts, lengthStop)) return { outcome: 'none', reason: 'partial_success', rule: 'stop: at a length' };
  return undefined;
}

function hasStop(facts: ErrorFacts, wanted: RegExp): boolean {
  return [...facts.stops].some((stop) => wanted.test(stop));
}

function objectIn(value: unknown): Readonly<Record<string, unknown>> | undefined {
  const found = typeof value === 'string' ? splitText(value.slice(0, 1_000_000)).values[0] : value;
  return isJsonObject(found) ? found : undefined;
}

function toCount(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined;
}
