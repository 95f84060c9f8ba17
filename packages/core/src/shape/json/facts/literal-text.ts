import { utf8ToString } from '../../../bytes/decode.ts';
import { incompleteTailLength } from '../../../bytes/utf8-edge.ts';

const cutEscape = /(?:^|[^\\])(?:\\\\)*(\\(?:u[0-9a-fA-F]{0,3})?)$/;

/**
 * Writes a scalar as it stands in the content, or its beginning with `…`.
 *
 * Contract: `bytes` are its first bytes, without quotes, of `byteLength`; cut before a code point or escape that is not
 * whole. Nothing is done about control characters.
 */
export function literalText(bytes: Uint8Array, byteLength: number, isString: boolean): string {
  const isCut = bytes.length < byteLength;
  let text = utf8ToString(isCut ? bytes.subarray(0, bytes.length - incompleteTailLength(bytes)) : bytes);
  if (isCut) text = `${withoutCutEscape(text)}…`;
  return isString ? `"${text}"` : text;
}

/** Takes away the part of an escape that a cut has left at the end. */
export function withoutCutEscape(text: string): string {
  const cut = cutEscape.exec(text)?.[1]?.length ?? 0;
  return text.slice(0, text.length - cut);
}
