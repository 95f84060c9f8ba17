import { errorRank, errorRankOfErrors } from '../parts/error-words.ts';
import type { Template } from './template.ts';

/** Lines that a suggested pattern may match at most. */
const maxMatches = 20;
const maxWords = 3;
const maxTargets = 3;
const words =
  /[A-Za-z]{3,32}|\p{Script=Cyrillic}{3,32}|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]{2,32}|\p{Script=Hangul}{2,32}/gu;
const phrases = /[A-Za-z][A-Za-z]*(?: [A-Za-z]+){0,5}/gu;
const minPhraseChars = 8;

/**
 * Finds a pattern that matches the lines of the first templates and few others.
 *
 * Contract: letters, spaces and `|` alone. With `isExact`, which says that `all` holds every word of the log, it matches
 * at most 20 lines; else it is a phrase of the first target. Undefined where there is none.
 */
export function findPattern(
  targets: readonly Template[],
  all: readonly Template[],
  isExact: boolean,
): string | undefined {
  const aims = targets.slice(0, maxTargets);
  const first = aims[0];
  if (first === undefined) return undefined;
  if (!isExact) return longestPhrase(first);
  const texts = all.map((template) => ({ template, text: literalText(template) }));
  const chosen: string[] = [];
  for (const aim of aims) {
    if (chosen.length === maxWords || chosen.some((word) => literalText(aim).includes(word))) continue;
    const word = bestWord(aim, aims, (candidate) => countLines(texts, [...chosen, candidate]), chosen.length === 0);
    if (word !== undefined) chosen.push(word);
    else if (chosen.length === 0) return longestPhrase(first);
  }
  return chosen.join('|');
}

function bestWord(
  aim: Template,
  aims: readonly Template[],
  count: (word: string) => number,
  prefersErrors: boolean,
): string | undefined {
  const candidates = new Set(Array.from(literalText(aim).matchAll(words), ([word]) => word));
  const scored = [...candidates]
    .filter((word) => count(word) <= maxMatches)
    .map((word) => ({
      word,
      rank: prefersErrors ? Math.max(0, errorRank(word) - errorRankOfErrors + 1) : 0,
      covers: aims.filter((other) => literalText(other).includes(word)).length,
    }));
  scored.sort((a, b) => b.rank - a.rank || b.covers - a.covers || b.word.length - a.word.length);
  return scored[0]?.word;
}

function countLines(texts: readonly { template: Template; text: string }[], chosen: readonly string[]): number {
  let lines = 0;
  for (const { template, text } of texts) if (chosen.some((word) => text.includes(word))) lines += template.count;
  return lines;
}

function longestPhrase(template: Template): string | undefined {
  const found = Array.from(literalText(template).matchAll(phrases), ([phrase]) => phrase);
  const longest = found.sort((a, b) => b.length - a.length)[0];
  return longest !== undefined && longest.length >= minPhraseChars ? longest : undefined;
}

/** The words of a template; a line feed stands for what varies, as it is in no line. */
function literalText(template: Template): string {
  return template.pieces
    .map((piece) => (typeof piece === 'string' ? piece : piece.values?.length === 1 ? piece.text : '\n'))
    .join('');
}
