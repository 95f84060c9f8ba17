import type { ContentBlock } from '../../content.ts';
import type { JsonValue } from './json.ts';

const unknownMedia = 'application/octet-stream';

export function mediaTypeOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : unknownMedia;
}

/** Returns the bytes that a medium has as base64, however its client holds it. */
export function base64Length(data: unknown): number {
  if (typeof data === 'string') return data.length;
  return data instanceof Uint8Array ? Math.ceil(data.byteLength / 3) * 4 : 0;
}

/** Returns a medium as base64. */
export function toBase64(data: JsonValue | undefined): string | undefined {
  if (typeof data === 'string') return data;
  if (!(data instanceof Uint8Array)) return undefined;
  return Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('base64');
}

/** Returns what a content block holds of a picture; `undefined` for any other block. */
export function imageOf(block: ContentBlock): { readonly base64: string; readonly mediaType: string } | undefined {
  if (block.type !== 'image' || typeof block.data !== 'string') return undefined;
  return { base64: block.data, mediaType: String(block.mimeType) };
}

/** Returns what a content block says in words. */
export function textOf(block: ContentBlock): string {
  return typeof block.text === 'string' ? block.text : JSON.stringify(block);
}

/** Makes the content block of a document. */
export function toResource(data: string, mediaType: JsonValue | undefined, isText: boolean): ContentBlock {
  const mimeType = mediaTypeOf(mediaType);
  return { type: 'resource', resource: { uri: '', mimeType, ...(isText ? { text: data } : { blob: data }) } };
}

/** Splits a `data:` address of base64; `undefined` for any other address. */
export function parseDataUrl(
  url: JsonValue | undefined,
): { readonly base64: string; readonly mediaType: string } | undefined {
  if (typeof url !== 'string' || !url.startsWith('data:')) return undefined;
  const comma = url.indexOf(',');
  const head = url.slice('data:'.length, comma);
  if (comma < 0 || !head.endsWith(';base64')) return undefined;
  return { base64: url.slice(comma + 1), mediaType: head.split(';')[0] || unknownMedia };
}

export function formatDataUrl({ base64, mediaType }: { readonly base64: string; readonly mediaType: string }): string {
  return `data:${mediaType};base64,${base64}`;
}
