import type { Description } from '../shape.ts';

/** Type, subtype and parameters, short enough for the first line of a notice. */
const mediaType = /^(?=.{3,60}$)[\w.+-]+\/[\w.+-]+(?:; ?[\w-]+=[\w.+-]+)*$/;

/** What first bytes say of contents that they cannot tell apart: any, and containers of sound or of moving pictures. */
export const unknownType = 'application/octet-stream';
const containers: ReadonlySet<string> = new Set(['video/mp4', 'video/webm', 'audio/ogg']);

/**
 * Names a binary content as its producer does, where its first bytes do not say better.
 *
 * Contract: a declared type that is no media type, or is longer than 60 characters, changes nothing.
 */
export function withDeclaredType(description: Description, declared: string | undefined): Description {
  if (description.shape !== 'binary' || declared === undefined || !mediaType.test(declared)) return description;
  const found = description.mediaType;
  if (found !== unknownType && !(containers.has(found) && declared.startsWith('audio/'))) return description;
  return { ...description, mediaType: declared, headline: declared + description.headline.slice(found.length) };
}
