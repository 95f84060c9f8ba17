import { orBytes } from './or-bytes.ts';
import { TokenScan } from './token-scan.ts';

/** What is added to every estimate, so that it errs to the high side. */
const margin = 1.07;
/** Bytes are decoded in parts of this size, so that memory does not follow the input. */
const decodeBytes = 65_536;

/**
 * Estimates how many tokens a language model counts for a text.
 *
 * Contract: a whole number, 0 for the empty text alone. Calibrated on o200k_base; docs/decisions/0012-token-estimate.md
 * says how far it is off by kind of content and by tokenizer. Bytes are read as UTF-8: their estimate is that of their
 * text. Linear in the input, constant memory. What cannot be estimated counts as many tokens as it has bytes.
 * @throws TypeError for what is neither a string nor bytes.
 */
export function estimateTokens(text: string | Uint8Array): number {
  return orBytes(text, (known) => Math.ceil(scanned(known).tokens * margin));
}

function scanned(text: string | Uint8Array): TokenScan {
  const scan = new TokenScan();
  if (typeof text === 'string') {
    scan.write(text);
    return scan;
  }
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  for (let at = 0; at < text.length; at += decodeBytes)
    scan.write(decoder.decode(text.subarray(at, at + decodeBytes), { stream: true }));
  scan.write(decoder.decode());
  return scan;
}
