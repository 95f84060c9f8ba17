import { sanitizeText } from '../bytes/sanitize.ts';
import type { ContentBlock, MediaBlock, TextBlock } from '../content.ts';
import { holdsKeys } from '../guard/holds-keys.ts';
import type { KeyMode } from '../guard/key-mode.ts';

/** One content block as bounding sees it: what it costs as it is, and what is kept of it when it does not fit. */
export type Part = PartFacts &
  (
    | { readonly kind: 'kept' }
    | { readonly kind: 'text'; readonly text: string }
    | { readonly kind: 'data'; readonly base64: string; readonly mediaType: string }
  );

interface PartFacts {
  readonly block: ContentBlock;
  readonly encodedBytes: number;
  /** The block may be sent as it is, if it fits. */
  readonly isSendable: boolean;
}

const knownTypes: ReadonlySet<unknown> = new Set(['text', 'image', 'audio', 'resource', 'resource_link']);

/** Tells whether a value is a list of content blocks of the Model Context Protocol, and not an array of other things. */
export function isContentBlocks(value: unknown): value is readonly ContentBlock[] {
  return Array.isArray(value) && value.length > 0 && value.every(isContentBlock);
}

function isContentBlock(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const block = value as Record<string, unknown>;
  if (!knownTypes.has(block.type)) return false;
  if (block.type === 'text') return typeof block.text === 'string';
  return isMedia(value as ContentBlock) || block.type === 'resource' || block.type === 'resource_link';
}

/**
 * Sorts a content block into what passes as it is, what is text and what is data.
 *
 * Contract: media up to `maxMediaBytes` of base64 costs nothing of the text budget; a part that is not text and not data
 * is kept as its JSON text when it must be bounded. A block that holds the body of a private key may not be sent as it is.
 */
export function toPart(block: ContentBlock, maxMediaBytes: number, keys: KeyMode): Part {
  const json = JSON.stringify(block);
  const isSafe = keys === 'include' || !holdsKeys(json);
  const facts = { block, encodedBytes: Buffer.byteLength(json), isSendable: isSafe };
  const toText = (text: string): Part => ({
    ...facts,
    kind: 'text',
    text,
    isSendable: isSafe && sanitizeText(text).replaced === 0,
  });
  if (isText(block)) return toText(block.text);
  if (isMedia(block)) {
    if (block.data.length <= maxMediaBytes) return { ...facts, kind: 'kept', encodedBytes: 0 };
    return { ...facts, kind: 'data', base64: block.data, mediaType: block.mimeType };
  }
  const resource = (block as { resource?: { text?: unknown; blob?: unknown; mimeType?: unknown } }).resource;
  if (typeof resource?.text === 'string') return toText(resource.text);
  if (typeof resource?.blob === 'string') {
    const mediaType = typeof resource.mimeType === 'string' ? resource.mimeType : 'application/octet-stream';
    return { ...facts, kind: 'data', base64: resource.blob, mediaType };
  }
  return toText(json);
}

/** Names a part for a notice: `part 2 of 5`, with the address of a resource. */
export function partLabel(part: Part, index: number, count: number): string {
  const address = (part.block as { uri?: unknown; resource?: { uri?: unknown } }).resource?.uri ?? part.block.uri;
  const place = count === 1 ? '' : `part ${index + 1} of ${count}`;
  const name = typeof address === 'string' ? address.slice(0, 30) : '';
  return [place, name].filter((words) => words !== '').join(' ');
}

function isText(block: ContentBlock): block is TextBlock {
  return block.type === 'text' && typeof block.text === 'string';
}

function isMedia(block: ContentBlock): block is MediaBlock {
  return (
    (block.type === 'image' || block.type === 'audio') &&
    typeof block.data === 'string' &&
    typeof block.mimeType === 'string'
  );
}
