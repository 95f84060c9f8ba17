import { formatBytes } from '../../../bytes/count-words.ts';
import { withoutCutEscape } from '../facts/literal-text.ts';

/**
 * Shortens a literal, which keeps its quotes, to so many characters.
 *
 * Contract: what is cut ends with `…` and says the size of the whole, where `byteLength` gives it.
 */
export function shortLiteral(literal: string, maxChars: number, byteLength?: number): string {
  const isCut = literal.endsWith('…"') || literal.endsWith('…');
  if (literal.length <= maxChars && !isCut) return literal;
  const isString = literal.startsWith('"');
  const start = withoutCutEscape(
    literal
      .slice(0, maxChars)
      .replace(/…?"?$/, '')
      .toWellFormed()
      .replace(/\ufffd$/, ''),
  );
  const size = byteLength === undefined ? '' : ` (${formatBytes(byteLength)})`;
  return `${start}…${isString ? '"' : ''}${size}`;
}
