import { utf8Length } from '../../bytes/utf8-length.ts';

/**
 * Estimates a text, or counts its bytes where the estimate fails.
 *
 * Contract: a failure is an exception, or a number that is not whole and above zero; no tokenizer makes more tokens
 * than there are bytes, so that a failure never counts too little. The empty text counts 0, whatever the estimate.
 * @throws TypeError for what is neither a string nor bytes.
 */
export function orBytes(text: string | Uint8Array, estimate: (text: string | Uint8Array) => number): number {
  if (typeof text !== 'string' && !(text instanceof Uint8Array))
    throw new TypeError('an estimate needs a string or bytes');
  if (text.length === 0) return 0;
  try {
    const tokens = estimate(text);
    if (Number.isSafeInteger(tokens) && tokens > 0) return tokens;
  } catch {
    // The bytes are counted instead.
  }
  return typeof text === 'string' ? utf8Length(text) : text.length;
}
