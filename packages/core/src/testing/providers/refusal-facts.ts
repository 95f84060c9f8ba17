import type { ProviderRequest } from './provider-request.ts';
import type { Refusal, RefusalFacts, RefusalKind } from './refusal.ts';

/** What the limit of a kind of refusal is set against. Kinds that are absent have no limit in tokens. */
const measured: Readonly<Partial<Record<RefusalKind, (inputTokens: number, outputTokens: number) => number>>> = {
  prompt: (inputTokens) => inputTokens,
  'prompt-plus-output': (inputTokens, outputTokens) => inputTokens + outputTokens,
  'output-cap': (_, outputTokens) => outputTokens,
  'oversized-rate-limit': (inputTokens, outputTokens) => inputTokens + outputTokens,
};

/** Fills in what a refusal leaves open: numbers from the request, and a limit that it just misses. */
export function refusalFacts(refusal: Refusal, request: ProviderRequest, countedTokens: number): RefusalFacts {
  const { kind, message = 'The request is not valid.', where, retryAfterSeconds } = refusal;
  const inputTokens = refusal.inputTokens ?? countedTokens;
  const outputTokens = refusal.outputTokens ?? request.maxOutputTokens ?? 0;
  const asked = measured[kind]?.(inputTokens, outputTokens) ?? inputTokens;
  return {
    kind,
    model: request.model,
    limitTokens: refusal.limitTokens ?? Math.max(asked - 1, 0),
    inputTokens,
    outputTokens,
    byteLength: request.byteLength,
    maxBytes: refusal.maxBytes ?? Math.max(request.byteLength - 1, 0),
    retryAfterSeconds,
    message,
    where,
  };
}
