import { jsonEscapedLength } from '../../bytes/escaped-length.ts';
import type { ContentBlock } from '../../content.ts';
import { toBase64 } from '../../recover/wire/base64.ts';
import { mediaTypeOf, parseDataUrl } from '../../recover/wire/blocks.ts';
import type { OutputPart } from './model-output.ts';

/** The data of a part that is an image, a document or a sound. */
export interface Media {
  readonly base64: string;
  readonly mediaType: string;
}

/** Stands for a part that is neither read nor measured. */
const passing: ContentBlock = { type: 'image', data: '', mimeType: 'application/octet-stream' };

/**
 * Reads a part as a content block.
 *
 * Contract: a text is a text; all else is an image without data, which passes whatever the budget.
 */
export function toBlock(part: OutputPart): ContentBlock {
  const text = textOf(part);
  return text === undefined ? { ...passing } : { type: 'text', text };
}

/** Tells whether a part is anything but a text. */
export function isNoText(part: OutputPart): boolean {
  return textOf(part) === undefined;
}

/** Measures parts as the costliest provider sends them, data aside: as JSON, in a string. */
export function partsBytes(parts: readonly OutputPart[]): number {
  return jsonEscapedLength(JSON.stringify(parts.map(withoutData)));
}

function withoutData(part: OutputPart): OutputPart {
  if (mediaOf(part) === undefined) return part;
  return { ...part, ...(part.data !== undefined && { data: '' }), ...(part.url !== undefined && { url: '' }) };
}

function textOf(part: OutputPart): string | undefined {
  if (part.type === 'text' && typeof part.text === 'string') return part.text;
  const data = part.type === 'file' ? (part.data as { type?: unknown; text?: unknown } | undefined) : undefined;
  return data?.type === 'text' && typeof data.text === 'string' ? data.text : undefined;
}

/** Returns the data that a part carries; `undefined` where it has none, or names a place for it. */
export function mediaOf(part: OutputPart): Media | undefined {
  const mediaType = mediaTypeOf(part.mediaType);
  const held = part.data as { type?: unknown; data?: unknown } | string | undefined;
  const data = typeof held === 'object' && held?.type === 'data' ? held.data : held;
  const base64 = toBase64(data);
  return base64 === undefined ? parseDataUrl(part.url, mediaType) : { base64, mediaType };
}
