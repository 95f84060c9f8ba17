/** Tokens of a response, whatever the provider calls them. */
export interface Usage {
  /** All that was read as prompt, from a cache or not. */
  readonly inputTokens?: number;
  readonly outputTokens?: number;
}

/** Names that count the whole prompt. */
const wholeInput = ['prompt_tokens', 'promptTokens', 'promptTokenCount', 'prompt_eval_count', 'totalInputTokens'];
/** Names that leave out, with some providers, what came from or went to a cache. */
const plainInput = ['inputTokens', 'input_tokens', 'input'];
const cached = [
  'cache_read_input_tokens',
  'cache_creation_input_tokens',
  'cacheReadInputTokens',
  'cacheWriteInputTokens',
  'cacheRead',
  'cacheWrite',
];
const output = [
  'outputTokens',
  'output_tokens',
  'completion_tokens',
  'completionTokens',
  'candidatesTokenCount',
  'eval_count',
  'output',
];

/** Reads the usage of a response; what is no number of tokens is left out. */
export function readUsage(value: unknown): Usage {
  if (typeof value !== 'object' || value === null) return {};
  const fields = value as Readonly<Record<string, unknown>>;
  const first = (names: readonly string[]): number | undefined =>
    names.map((name) => count(fields[name])).find((n) => n !== undefined);
  const plain = first(plainInput);
  const extra = cached.reduce((total, name) => total + (count(fields[name]) ?? 0), 0);
  const inputTokens = first(wholeInput) ?? (plain === undefined ? undefined : plain + extra);
  const outputTokens = first(output);
  return {
    ...(inputTokens !== undefined && { inputTokens }),
    ...(outputTokens !== undefined && { outputTokens }),
  };
}

/** AI SDK 6 and later put the total beside its parts. */
function count(value: unknown): number | undefined {
  const number = typeof value === 'object' && value !== null ? (value as { total?: unknown }).total : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 && number <= 1_000_000_000
    ? number
    : undefined;
}
