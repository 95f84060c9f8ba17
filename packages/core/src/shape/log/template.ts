import { maxValues } from './template-table.ts';

/** One value of a variable that takes few. */
export interface VariableValue {
  readonly text: string;
  readonly count: number;
  /** The first line that has it. */
  readonly line: number;
}

/** Two numbers, and how they are written in the first lines that have them. */
export interface NumberRange {
  readonly low: number;
  readonly high: number;
  readonly lowText: string;
  readonly highText: string;
}

/** What varies between the lines of one template. */
export interface Variable {
  /** As the template's first line has it. */
  readonly text: string;
  /** Smallest and greatest number; absent where not every value was a number. */
  readonly range?: NumberRange;
  /** Every value with its count; absent where there were too many. */
  readonly values?: readonly VariableValue[];
}

/** Literal text, or a variable. */
export type Piece = string | Variable;

/** Lines that are the same but for their variables. */
export interface Template {
  readonly count: number;
  readonly firstLine: number;
  readonly lastLine: number;
  readonly pieces: readonly Piece[];
  /** Bytes of the first line, all of them, and whether `pieces` end before it does. */
  readonly lineBytes: number;
  readonly isPart: boolean;
  /** Frames that were drawn over in a line: fewest and most. */
  readonly redraws: { readonly least: number; readonly most: number };
  /** Lines are taken for one template that differ in the length of runs of spaces. */
  readonly hasLooseSpaces: boolean;
}

/** A variable of which nothing is said but that it varies. */
export function unknownVariable(text: string): Variable {
  return { text };
}

/** Joins what is known of one variable in two templates. */
function joinVariables(a: Variable, b: Variable): Variable {
  const range = a.range === undefined || b.range === undefined ? undefined : joinRanges(a.range, b.range);
  const values = a.values === undefined || b.values === undefined ? undefined : joinValues(a.values, b.values);
  return { text: a.text, ...(range !== undefined && { range }), ...(values !== undefined && { values }) };
}

function joinRanges(a: NumberRange, b: NumberRange): NumberRange {
  const { low, lowText } = b.low < a.low ? b : a;
  const { high, highText } = b.high > a.high ? b : a;
  return { low, high, lowText, highText };
}

function joinValues(a: readonly VariableValue[], b: readonly VariableValue[]): VariableValue[] | undefined {
  const joined = new Map(a.map((value) => [value.text, value]));
  for (const value of b) {
    const known = joined.get(value.text);
    joined.set(
      value.text,
      known === undefined
        ? value
        : { text: value.text, count: known.count + value.count, line: Math.min(known.line, value.line) },
    );
  }
  return joined.size > maxValues ? undefined : [...joined.values()];
}

/** The text in which two templates are the same: literals, with a mark for each variable; alignment does not count. */
export function templateKey(pieces: readonly Piece[]): string {
  return pieces
    .map((piece) => (typeof piece === 'string' ? piece : '\0'))
    .join('')
    .replace(/ {2,}/gu, ' ');
}

/**
 * Joins templates that have the same key.
 *
 * Contract: counts add up; the pieces' texts are those of the template whose first line comes first.
 */
export function joinTemplates(templates: readonly Template[]): Template {
  const ordered = [...templates].sort((a, b) => a.firstLine - b.firstLine);
  const first = ordered[0] as Template;
  let pieces = first.pieces;
  let hasLooseSpaces = ordered.some((template) => template.hasLooseSpaces);
  for (const other of ordered.slice(1)) {
    pieces = pieces.map((piece, index) => {
      const same = other.pieces[index];
      if (typeof piece === 'string' && piece !== same) hasLooseSpaces = true;
      return typeof piece === 'string' || typeof same !== 'object' ? piece : joinVariables(piece, same);
    });
  }
  return {
    ...first,
    pieces,
    hasLooseSpaces,
    redraws: {
      least: Math.min(...ordered.map(({ redraws }) => redraws.least)),
      most: Math.max(...ordered.map(({ redraws }) => redraws.most)),
    },
    count: ordered.reduce((sum, { count }) => sum + count, 0),
    lastLine: Math.max(...ordered.map(({ lastLine }) => lastLine)),
  };
}

/** Joins every group of templates with the same key, in the order of their first members. */
export function joinSameTemplates(templates: readonly Template[]): Template[] {
  const groups = new Map<string, Template[]>();
  for (const template of templates) {
    const key = templateKey(template.pieces);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [template]);
    else group.push(template);
  }
  return Array.from(groups.values(), (group) => (group.length === 1 ? (group[0] as Template) : joinTemplates(group)));
}
