import { textBlockBytes } from '../../bound/present.ts';
import type { ContentBlock } from '../../content.ts';
import { textBlockFrameBytes } from '../../content.ts';
import { isObject, type JsonValue, jsonBytes } from '../wire/json.ts';
import type { WireFormat } from '../wire/wire-format.ts';

/** The content of a result as blocks, and which block of the request each of them stands for. */
export interface ReadContent {
  readonly blocks: readonly ContentBlock[];
  readonly origins: ReadonlyMap<ContentBlock, JsonValue>;
  /** Bytes that the request has beyond those of the blocks: its own names for them, and marks beside their texts. */
  readonly extraBytes: number;
}

/** Marks beside a text that weigh more than this are taken for content. */
const maxExtraBytes = 256;

/** Reads a list of a request's blocks; one that the format does not know stands as its JSON text. */
export function readBlocks(content: readonly JsonValue[], format: WireFormat): ReadContent {
  const origins = new Map<ContentBlock, JsonValue>();
  let extraBytes = 0;
  for (const value of content) {
    const block = isObject(value) ? format.toBlock(value) : undefined;
    const extra = block === undefined || mediaBytesOf(block) > 0 ? 0 : jsonBytes(value) - jsonBytes(block);
    const isKnown = block !== undefined && extra <= maxExtraBytes;
    origins.set(isKnown ? block : asText(value), value);
    if (isKnown) extraBytes += Math.max(0, extra);
  }
  return { blocks: [...origins.keys()], origins, extraBytes };
}

function asText(value: JsonValue): ContentBlock {
  return { type: 'text', text: JSON.stringify(value) };
}

/** What a result's content weighs against its budget, and the largest medium in it. */
export interface ContentSize {
  readonly textBytes: number;
  readonly maxMediaBytes: number;
}

/** Measures the content of a result: text as it will be sent, media apart. */
export function measureContent(content: JsonValue | undefined, format: WireFormat): ContentSize {
  if (typeof content === 'string') return { textBytes: textBlockBytes(content), maxMediaBytes: 0 };
  if (!Array.isArray(content)) return { textBytes: jsonBytes(content), maxMediaBytes: 0 };
  const { blocks, extraBytes } = readBlocks(content, format);
  let textBytes = '[]'.length + extraBytes;
  let maxMediaBytes = 0;
  for (const block of blocks) {
    const mediaBytes = mediaBytesOf(block);
    if (mediaBytes > 0) maxMediaBytes = Math.max(maxMediaBytes, mediaBytes);
    else textBytes += jsonBytes(block) + ','.length;
  }
  return { textBytes, maxMediaBytes };
}

function mediaBytesOf(block: ContentBlock): number {
  if (typeof block.data === 'string') return block.data.length;
  const blob = (block.resource as { blob?: unknown } | undefined)?.blob;
  return typeof blob === 'string' ? blob.length : 0;
}

const maxEscape = 6;

/** Tells quickly that a text cannot be over a number of bytes, without measuring it. */
export function surelyFits(content: JsonValue | undefined, maxBytes: number): boolean {
  return typeof content === 'string' && content.length * maxEscape + textBlockFrameBytes <= maxBytes;
}

/** Tells whether a result is over the budget, in its text or in one of its media. */
export function isOverBudget(
  content: JsonValue | undefined,
  { maxResultBytes, maxMediaBytes }: { readonly maxResultBytes: number; readonly maxMediaBytes: number },
  format: WireFormat,
): boolean {
  if (surelyFits(content, maxResultBytes)) return false;
  const size = measureContent(content, format);
  return size.textBytes > maxResultBytes || size.maxMediaBytes > maxMediaBytes;
}
