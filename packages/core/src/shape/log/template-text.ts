import { formatCountOf } from '../parts/format-number.ts';
import { toShownText } from '../parts/shown-text.ts';
import type { Template, Variable, VariableValue } from './template.ts';

/** Values below this share of the lines are told apart from the usual one. */
const usualShare = 0.9;
/** Most values that are listed where none is usual, and most unusual ones. */
const mostListed = 3;
const mostUnusual = 6;
const leastLinesForUsual = 20;

/**
 * Writes a template as one line: the line itself where there is one, else `…` or ranges for what varies.
 *
 * Contract: ready to be shown. Numbers are exact; `…` says nothing.
 */
export function formatTemplate(template: Template): string {
  const redrawn = template.redraws > 0 ? ` (last of ${formatCountOf(template.redraws + 1, 'redraw')})` : '';
  if (template.count === 1) {
    const line = template.pieces.map((piece) => (typeof piece === 'string' ? piece : piece.text)).join('');
    return shown(line, template) + redrawn;
  }
  let text = '';
  for (const piece of template.pieces) {
    text +=
      typeof piece === 'string' ? piece : formatVariable(piece, template.count, /[A-Za-z]*$/u.exec(text)?.[0] ?? '');
  }
  return shown(text, template) + redrawn;
}

function shown(text: string, { isPart }: Template): string {
  return text.trim() === '' ? '(blank)' : toShownText(text, isPart);
}

/** `prefix` are the letters that stand right before the variable; a range repeats them, as in `w0…w15`. */
function formatVariable(variable: Variable, lineCount: number, prefix: string): string {
  const { text, values, range } = variable;
  if (values?.length === 1) return text;
  const ranged = range === undefined ? '…' : `${range.low}…${prefix}${range.high}`;
  if (values === undefined) return ranged;
  const [usual, ...others] = [...values].sort((a, b) => b.count - a.count) as [VariableValue, ...VariableValue[]];
  if (others.length <= mostUnusual && lineCount >= leastLinesForUsual && usual.count >= lineCount * usualShare) {
    return `${usual.text} (${others.map((value) => formatOther(value)).join(', ')})`;
  }
  if (values.length > mostListed || values.length === lineCount) return ranged;
  const listed = [...values].sort((a, b) => (range === undefined ? a.line - b.line : Number(a.text) - Number(b.text)));
  return listed.map((value) => value.text).join(`|${prefix}`);
}

function formatOther({ text, count, line }: VariableValue): string {
  return count === 1 ? `${text}: line ${line}` : `${text}: ${formatCountOf(count, 'line')} from ${line}`;
}
