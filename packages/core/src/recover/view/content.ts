import { jsonEscapedLength } from '../../bytes/escaped-length.ts';
import type { ContentBlock } from '../../content.ts';
import { textBlockFrameBytes } from '../../content.ts';
import { isObject, type JsonValue } from '../wire/json.ts';
import type { WireFormat } from '../wire/wire-format.ts';

/** The content of a result as blocks, and which block of the request each of them stands for. */
export interface ReadContent {
  readonly blocks: readonly ContentBlock[];
  readonly origins: ReadonlyMap<ContentBlock, JsonValue>;
}

/** Reads a list of a request's blocks; one that the format does not know stands as its JSON text. */
export function readBlocks(content: readonly JsonValue[], format: WireFormat): ReadContent {
  const origins = new Map<ContentBlock, JsonValue>();
  for (const value of content)
    origins.set((isObject(value) ? format.toBlock(value) : undefined) ?? asText(value), value);
  return { blocks: [...origins.keys()], origins };
}

function asText(value: JsonValue): ContentBlock {
  return { type: 'text', text: JSON.stringify(value) };
}

/** What a result's content weighs against its budget, as bounding counts it, and the largest medium in it. */
export interface ContentSize {
  readonly textBytes: number;
  readonly maxMediaBytes: number;
}

/** Measures the content of a result: text as it will be sent, media apart. */
export function measureContent(content: JsonValue | undefined, format: WireFormat): ContentSize {
  if (typeof content === 'string')
    return { textBytes: textBlockFrameBytes + jsonEscapedLength(content), maxMediaBytes: 0 };
  if (!Array.isArray(content)) return { textBytes: jsonBytes(content), maxMediaBytes: 0 };
  let textBytes = '[]'.length;
  let maxMediaBytes = 0;
  for (const block of readBlocks(content, format).blocks) {
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

/** Returns the bytes of a value's JSON text; nothing for what is absent. */
export function jsonBytes(value: unknown): number {
  return value === undefined ? 0 : Buffer.byteLength(JSON.stringify(value));
}

const maxEscape = 6;

/** Tells quickly that a text cannot be over a number of bytes, without measuring it. */
export function surelyFits(content: JsonValue | undefined, maxBytes: number): boolean {
  return typeof content === 'string' && content.length * maxEscape + textBlockFrameBytes <= maxBytes;
}
