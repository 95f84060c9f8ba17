import type { ContentBlock } from '../../content.ts';
import type { JsonValue } from './json.ts';

const unknownMedia = 'application/octet-stream';

/** Returns a media type; the one of unknown bytes where none is named. */
export function mediaTypeOf(value: unknown): string {
  return typeof value === 'string' ? value : unknownMedia;
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

/** Splits a `data:` URL of base64; `undefined` for any other URL. */
export function parseDataUrl(
  url: unknown,
  otherwiseType: string = unknownMedia,
): { readonly base64: string; readonly mediaType: string } | undefined {
  if (typeof url !== 'string' || !url.startsWith('data:')) return undefined;
  const comma = url.indexOf(',');
  const head = url.slice('data:'.length, comma);
  if (comma < 0 || !head.endsWith(';base64')) return undefined;
  return { base64: url.slice(comma + 1), mediaType: head.split(';')[0] || otherwiseType };
}

export function formatDataUrl({ base64, mediaType }: { readonly base64: string; readonly mediaType: string }): string {
  return `data:${mediaType};base64,${base64}`;
}
