import { needleWords } from './needles.ts';
import { scanKeys } from './scan.ts';

/**
 * Tells whether a text, JSON of any value among them, holds a key body. Contract: costs a few native searches as a
 * rule.
 */
export function holdsKeys(text: string): boolean {
  return needleWords.some((word) => text.includes(word)) && scanKeys(Buffer.from(text)).length > 0;
}
