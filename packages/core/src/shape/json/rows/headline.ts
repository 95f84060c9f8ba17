import { plural } from '../../../bytes/count-words.ts';
import type { JsonDetails } from '../facts/facts.ts';
import { kindWords, rootWords, wholeValues } from './kind-words.ts';

/** Says in a few words what the content is, such as `JSON, array of 7,000 objects`. */
export function toHeadline(details: JsonDetails): string {
  if (details.isLines) return linesHeadline(details);
  const { hardFault, smallFault } = details;
  const words = rootWords(details);
  if (hardFault?.byte === -1) return `JSON, cut off at byte ${hardFault.offset}, ${words} so far`;
  const first = Math.min(hardFault?.offset ?? Infinity, smallFault?.offset ?? Infinity);
  if (first === Infinity) return `JSON, ${words}`;
  return `JSON, invalid at byte ${first}, ${words}${hardFault === undefined ? '' : ' before it'}`;
}

function linesHeadline(details: JsonDetails): string {
  const { faultyLines } = details;
  const root = details.paths[0];
  if (root === undefined || faultyLines === 0)
    return `JSON Lines, ${root === undefined || root.count === 0 ? 'empty' : kindWords(root)}`;
  return `JSON Lines, ${plural(wholeValues(details), 'value')}, ${plural(faultyLines, 'line')} that ${faultyLines === 1 ? 'does' : 'do'} not parse`;
}
