import { formatCount, plural } from '../../bytes/count-words.ts';
import { toShownText } from '../parts/shown-text.ts';
import type { NumberRange, Template, Variable, VariableValue } from './template.ts';

/** Characters of a list of values that are no numbers, where no value is the usual one. */
const maxListedChars = 100;
const usualShare = 0.9;
/** A value in so few lines is rare: the first of them is worth a look. */
const maxRareLines = 20;

/**
 * Writes a template as one line: the line itself where there is one, else values, ranges or `…` for what varies.
 *
 * Contract: ready to be shown. Numbers are exact and written as in the log; `…` says nothing. Values stand in `⟨…⟩`,
 * the most frequent first.
 */
export function formatTemplate(template: Template): string {
  const spaces = template.hasLooseSpaces ? ' (runs of spaces differ)' : '';
  const after = spaces + formatRedraws(template.redraws);
  if (template.count === 1) {
    const line = template.pieces.map((piece) => (typeof piece === 'string' ? piece : piece.text)).join('');
    return shown(line, template) + after;
  }
  let text = '';
  for (const piece of template.pieces) {
    if (typeof piece === 'string') text += piece;
    else if (isNegativeRange(piece, text)) text += `${piece.range.highText}…-${piece.range.lowText}`;
    else text += formatVariable(piece, template.count, /[A-Za-z]*$/u.exec(text)?.[0] ?? '');
  }
  return shown(text, template) + after;
}

/** A sign is literal text to the scanner: behind it the greatest number is the lowest. */
function isNegativeRange(variable: Variable, before: string): variable is Variable & { readonly range: NumberRange } {
  return variable.values === undefined && variable.range !== undefined && /(?:^|[^\p{L}\p{N}…⟩])-$/u.test(before);
}

function formatRedraws({ least, most }: Template['redraws']): string {
  if (most === 0) return '';
  if (least === most) return ` (last of ${plural(most + 1, 'redraw')})`;
  return ` (last of ${formatCount(least + 1)}…${plural(most + 1, 'redraw')})`;
}

function shown(text: string, { isPart }: Template): string {
  return text.trim() === '' ? '(blank)' : toShownText(text, isPart);
}

/** `prefix` are the letters that stand right before the variable; a range repeats them, as in `w0…w15`. */
function formatVariable({ text, values, range }: Variable, lineCount: number, prefix: string): string {
  if (values?.length === 1) return text;
  if (values === undefined) return range === undefined ? '…' : `${range.lowText}…${prefix}${range.highText}`;
  const ordered = [...values].sort((a, b) => b.count - a.count || a.line - b.line);
  const [usual, ...others] = ordered as [VariableValue, ...VariableValue[]];
  const isEven = others.every(({ count }) => count === usual.count);
  const list = isEven
    ? ordered.map((value) => value.text).join('|')
    : [usual.text, ...others.map((value) => formatValueCount(value, lineCount > maxRareLines))].join('|');
  const isShort = range !== undefined || usual.count >= lineCount * usualShare || list.length <= maxListedChars;
  return isShort ? `⟨${list}⟩` : '…';
}

/** Writes a value, how often it was met and, where `hasPlaces`, the first line of a rare one. */
export function formatValueCount({ text, count, line }: VariableValue, hasPlaces: boolean): string {
  const times = `${text} ×${formatCount(count)}`;
  if (!hasPlaces || count > maxRareLines) return times;
  return count === 1 ? `${times} line ${line}` : `${times} from line ${line}`;
}
