import { estimateTokens } from '../estimate/estimate-tokens.ts';
import { isObject, type JsonObject, type JsonValue, jsonBytes, listIn, valueAt } from '../wire/json.ts';
import { pairPartsOf } from '../wire/parts.ts';
import type { MediaPart, WireFormat } from '../wire/wire-format.ts';

/** What a kind of content takes of a request. */
export interface Share {
  readonly count: number;
  readonly tokens: number;
}

/** What fills a request. Tokens are estimates. */
export interface Weight {
  /** The whole body, as it is sent. */
  readonly byteLength: number;
  readonly tokens: number;
  readonly tools: Share;
  readonly instructions: Share;
  readonly texts: Share;
  readonly calls: Share;
  readonly results: Share;
  readonly media: Share;
}

/** Tokens that a message costs beside its content: roles and marks between messages. */
const messageTokens = 4;
/**
 * What a picture costs at most on the providers that say so: Anthropic's 1,600 for a picture of the largest useful
 * size.
 */
const imageTokens = 1_600;
/** Documents, sounds and films are counted by their bytes: too high rather than too low. */
const mediaBytesPerToken = 4;

/** Weights of messages that were weighed before, which hold while the message has the same bytes. */
const known = new WeakMap<JsonObject, Weight>();

/**
 * Weighs the whole of a request. Costs one pass over what was not weighed before, and writing what may have changed.
 */
export function weigh(body: JsonObject, format: WireFormat): Weight {
  const messages = listIn(body[format.messagesKey]);
  const sum = empty();
  for (const message of messages) {
    if (isObject(message)) add(sum, weighMessage(message, format));
    else sum.byteLength += jsonBytes(message);
  }
  sum.tools = toolShare(body[format.toolsKey], format);
  if (format.instructionsKey !== undefined) {
    const tokens = tokensOf(body[format.instructionsKey]);
    sum.instructions = {
      count: sum.instructions.count + (tokens > 0 ? 1 : 0),
      tokens: sum.instructions.tokens + tokens,
    };
  }
  const { tools, instructions, texts, calls, results, media } = sum;
  const shares = [tools, instructions, texts, calls, results, media];
  const tokens = shares.reduce((total, share) => total + share.tokens, messages.length * messageTokens);
  const commas = Math.max(0, messages.length - 1);
  const around = jsonBytes({ ...body, [format.messagesKey]: [] });
  return { ...sum, tokens, byteLength: around + sum.byteLength + commas };
}

function toolShare(tools: JsonValue | undefined, format: WireFormat): Share {
  if (tools === undefined) return { count: 0, tokens: 0 };
  return { count: (format.toolsIn?.(tools) ?? listIn(tools)).length, tokens: tokensOf(tools) };
}

type Sum = { -readonly [key in keyof Weight]: Weight[key] };

function empty(): Sum {
  const none = { count: 0, tokens: 0 };
  return {
    byteLength: 0,
    tokens: 0,
    tools: none,
    instructions: none,
    texts: none,
    calls: none,
    results: none,
    media: none,
  };
}

function add(sum: Sum, weight: Weight): void {
  for (const key of ['instructions', 'texts', 'calls', 'results', 'media'] as const) {
    sum[key] = { count: sum[key].count + weight[key].count, tokens: sum[key].tokens + weight[key].tokens };
  }
  sum.byteLength += weight.byteLength;
}

function weighMessage(message: JsonObject, format: WireFormat): Weight {
  const before = known.get(message);
  const byteLength = jsonBytes(message);
  if (before?.byteLength === byteLength) return before;
  const sum = { ...empty(), byteLength };
  const parts = format.partsOf(message);
  const media = new Set(parts.filter(({ kind }) => kind === 'media').map(({ path }) => valueAt(message, path)));
  const isInstruction = pairPartsOf(message, format).role === 'system';
  const counted = new Set<unknown>();
  for (const part of parts) {
    const value = valueAt(message, part.path);
    const tokens = part.kind === 'media' ? mediaTokens(part) : tokensOf(value, media);
    counted.add(value);
    const key = isInstruction && part.kind === 'text' ? 'instructions' : shareOf[part.kind];
    sum[key] = { count: sum[key].count + 1, tokens: sum[key].tokens + tokens };
  }
  const rest = tokensOf(message, counted);
  sum.texts = { count: sum.texts.count, tokens: sum.texts.tokens + rest };
  known.set(message, sum);
  return sum;
}

const shareOf = { text: 'texts', call: 'calls', result: 'results', media: 'media' } as const;

/** Estimates what a picture, a document or a sound costs a model. */
export function mediaTokens(part: MediaPart): number {
  return part.mediaType.startsWith('image/') ? imageTokens : Math.ceil(part.byteLength / mediaBytesPerToken);
}

/** Estimates what a value costs a model, which reads its texts without their JSON escapes. */
export function tokensOf(value: JsonValue | undefined, without: ReadonlySet<unknown> = new Set()): number {
  if (value === undefined || value === null || without.has(value)) return 0;
  if (typeof value === 'string') return estimateTokens(value);
  if (typeof value !== 'object') return 2;
  if (value instanceof Uint8Array) return Math.ceil(value.byteLength / mediaBytesPerToken);
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + tokensOf(item, without), 0);
  return Object.entries(value).reduce((sum, [key, item]) => sum + estimateTokens(key) + 2 + tokensOf(item, without), 0);
}
