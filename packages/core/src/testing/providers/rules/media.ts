import { decodeBase64 } from '../../../bytes/base64.ts';
import { detectBinaryMediaType } from '../../../bytes/media-type.ts';

/** The pictures that all of the providers take. */
export const pictureTypes: readonly string[] = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];

/** Tells whether a value is a text of base64 with its padding, and not empty. */
export function isBase64(value: unknown): boolean {
  return typeof value === 'string' && value.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(value);
}

/** Tells whether base64 begins like a picture of another type than the one stated. */
export function isOtherPicture(base64: unknown, mediaType: unknown): boolean {
  if (typeof base64 !== 'string') return false;
  const found = detectBinaryMediaType(decodeBase64(base64.slice(0, 64).replace(/=+$/, '')));
  return found?.startsWith('image/') === true && found !== mediaType;
}

/** The parts of a `data:` URL in base64, or undefined. */
export function parseDataUrl(url: string): { readonly mediaType: string; readonly data: string } | undefined {
  const comma = url.indexOf(',');
  const head = /^data:([^;,]*);base64$/.exec(url.slice(0, Math.max(0, comma)));
  return head === null ? undefined : { mediaType: head[1] as string, data: url.slice(comma + 1) };
}
