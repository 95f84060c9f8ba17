import { readUsage } from '../overflow/usage.ts';
import type { AnswerUsage } from './recovery-options.ts';

/** Reads the usage of an answer as the APIs and their SDKs give it: under `usage` or `usageMetadata`. */
export function usageIn(answer: unknown): AnswerUsage | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined;
  const { usage, usageMetadata } = answer as { readonly usage?: unknown; readonly usageMetadata?: unknown };
  const { inputTokens } = readUsage(usage ?? usageMetadata);
  return inputTokens === undefined ? undefined : { inputTokens };
}
