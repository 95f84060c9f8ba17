import { maskRanges } from '../../../src/guard/mask.ts';
import { scanKeys } from '../../../src/guard/scan.ts';

/** Returns a content with every key body masked. */
export function maskAll(content: string | Uint8Array): Buffer {
  const bytes = Buffer.from(content as Uint8Array);
  maskRanges(bytes, 0, scanKeys(bytes));
  return bytes;
}
