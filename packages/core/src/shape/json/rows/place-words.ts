import { formatCount } from '../../../bytes/count-words.ts';
import type { JsonDetails, PlaceFacts } from '../facts/facts.ts';

/** Longer lines are no help in finding a place. */
const maxLineBytes = 2_000;

/** Tells whether a place is better told by its line than by its byte offset. */
export function hasUsefulLines({ isLines, isTranscoded, lineCount, byteLength }: JsonDetails): boolean {
  return isLines || isTranscoded || (lineCount > 1 && byteLength / lineCount <= maxLineBytes);
}

/** Writes where something stands: `[412] id 10413 @94812`, with `line 413` where the content has lines. */
export function placeWords(details: JsonDetails, { path, id, offset, line }: PlaceFacts): string {
  const at = hasUsefulLines(details) ? `line ${formatCount(line)}` : `@${offset}`;
  if (details.isLines) return [at, path, id].filter((word) => word !== undefined && word !== '').join(' ');
  return [path, id, at].filter((word) => word !== undefined && word !== '').join(' ');
}

/** Writes several places, as many as fit into so many characters, and how many more there are. */
export function placesWords(details: JsonDetails, places: readonly PlaceFacts[], maxChars: number): string {
  let text = '';
  for (const [index, place] of places.entries()) {
    const next = `${index === 0 ? '' : ', '}${placeWords(details, place)}`;
    if (index > 0 && text.length + next.length > maxChars)
      return `${text}, … ${formatCount(places.length - index)} more`;
    text += next;
  }
  return text;
}
