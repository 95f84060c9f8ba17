import type { ApiRow } from './api-row.ts';
import type { ProviderRequest } from './provider-request.ts';
import type { Refusal, RefusalForm } from './refusal.ts';
import type { ProviderApi, RuleFault } from './rules/rule.ts';

/** Checks a body against the rules of its API. */
export type RuleCheck = (api: ProviderApi, body: unknown) => readonly RuleFault[];

/** What a provider refuses by itself, whatever the script says. */
export interface Limits {
  /** Bytes of a body above which the request is refused as too long for the window, with numbers that fit. */
  readonly maxRequestBytes?: number;
  /** Tokens of the window. Input, and output where `windowCounts` says so, above it are refused. */
  readonly windowTokens?: number;
  /** Default: what the API's own provider counts. */
  readonly windowCounts?: 'input' | 'input-and-output';
  /** Bytes of a body above which the provider's front door refuses it, before anything is read. */
  readonly maxPayloadBytes?: number;
  /** Bytes of a request that count as one token. Default: 4. */
  readonly bytesPerToken?: number;
  /** How refusals for size are dressed. */
  readonly form?: RefusalForm;
}

const defaultBytesPerToken = 4;

const numbers = ['maxRequestBytes', 'windowTokens', 'maxPayloadBytes', 'bytesPerToken'] as const;

/** @throws TypeError where a limit is no number above zero. */
export function checkLimits(limits: Limits): void {
  for (const name of numbers) {
    const value = limits[name];
    if (value !== undefined && !(value > 0)) throw new TypeError(`${name} is a number above 0, not ${value}`);
  }
}

/** Counts the tokens of a number of bytes. */
export function countTokens(byteLength: number, { bytesPerToken = defaultBytesPerToken }: Limits): number {
  return Math.ceil(byteLength / bytesPerToken);
}

/** Refuses a body that is too large to be read. */
export function refusePayload(byteLength: number, { maxPayloadBytes, form }: Limits): Refusal | undefined {
  if (maxPayloadBytes === undefined || byteLength <= maxPayloadBytes) return undefined;
  return { ...form, kind: 'request-bytes', maxBytes: maxPayloadBytes };
}

/** Refuses a request that breaks a rule; the first broken one is named, as providers do. */
export function refuseRules({ api, body }: ProviderRequest, check: RuleCheck): Refusal | undefined {
  const [broken] = check(api, body);
  return broken && { kind: 'invalid-request', message: broken.message, where: broken.where };
}

/**
 * Refuses a request that is too long for the window.
 *
 * Contract: the numbers of the refusal are counted from the request and agree with each other: what is said to exceed
 * the limit does exceed it.
 */
export function refuseSize(request: ProviderRequest, api: ApiRow, limits: Limits): Refusal | undefined {
  const { maxRequestBytes, windowTokens, bytesPerToken = defaultBytesPerToken, form } = limits;
  const inputTokens = countTokens(request.byteLength, limits);
  if (maxRequestBytes !== undefined && request.byteLength > maxRequestBytes) {
    const limitTokens = Math.floor(maxRequestBytes / bytesPerToken);
    return { ...form, kind: 'prompt', inputTokens, limitTokens };
  }
  if (windowTokens === undefined) return undefined;
  if (inputTokens > windowTokens) return { ...form, kind: 'prompt', inputTokens, limitTokens: windowTokens };
  const holdsOutput = limits.windowCounts ? limits.windowCounts === 'input-and-output' : api.windowHoldsOutput;
  const outputTokens = request.maxOutputTokens ?? 0;
  if (!holdsOutput || inputTokens + outputTokens <= windowTokens) return undefined;
  return { ...form, kind: 'prompt-plus-output', inputTokens, outputTokens, limitTokens: windowTokens };
}
