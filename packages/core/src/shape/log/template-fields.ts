import { isHttpStatus } from './http-status.ts';
import type { Piece, Template, Variable, VariableValue } from './template.ts';

/** What one field of a template holds: all of its values, or `undefined` where they are not known. */
export interface FieldUse {
  readonly name: string;
  readonly values: readonly VariableValue[] | undefined;
}

/** `status=`, `"status":`; the value goes to the next space, quote, comma or bracket. */
const field =
  /(?<=^|[\s"'([{,;|])(?:(?<name>[A-Za-z_][\w.-]{0,23})=|"(?<quoted>[A-Za-z_][\w.-]{0,23})": ?)(?<quote>["']?)(?<value>[^\s"',;)\]}|]*)/g;
const boundary = /^[\s"',;)\]}|]/;
/** What stands before the status in an access log: the end of the request. */
const requestEnd = /" $/;
const access = 'status';
/** Variables are tokens; what holds a space was not looked into. */
const unread = /[\s=]/;

/**
 * Reads the named fields of a template, and the status of an access log.
 *
 * Contract: `isMasked` says that a part of the lines was not looked into, so that fields may be missing.
 */
export function fieldUses(template: Template): { readonly uses: readonly FieldUse[]; readonly isMasked: boolean } {
  const uses: FieldUse[] = [];
  let isMasked = false;
  template.pieces.forEach((piece, index) => {
    if (typeof piece === 'string') uses.push(...usesIn(template, piece, index));
    else if (index > 0) {
      if (piece.values === undefined && piece.range === undefined && unread.test(piece.text)) isMasked = true;
      const status = statusAt(template.pieces, index, piece);
      if (status !== undefined) uses.push(status);
    }
  });
  return { uses, isMasked };
}

function usesIn({ pieces, count, firstLine }: Template, text: string, index: number): FieldUse[] {
  const uses: FieldUse[] = [];
  for (const found of text.matchAll(field)) {
    const { name, quoted, quote = '', value = '' } = found.groups ?? {};
    // Behind a variable the name is the rest of a longer word.
    if (found.index === 0 && index > 0) continue;
    const end = found.index + found[0].length;
    const next = pieces[index + 1];
    const values =
      end === text.length && next !== undefined
        ? valuesOf(next, pieces[index + 2], value)
        : literalValue(value, quote, text[end], count, firstLine);
    uses.push({ name: name ?? quoted ?? '', values });
  }
  return uses;
}

/** The values of a variable that is the whole value of a field. */
function valuesOf(next: Piece, behind: Piece | undefined, before: string): readonly VariableValue[] | undefined {
  if (typeof next === 'string' || before !== '') return undefined;
  const isWhole = behind === undefined || (typeof behind === 'string' && boundary.test(behind));
  if (!isWhole || next.values?.some(({ text }) => text.endsWith('…'))) return undefined;
  return next.values;
}

function literalValue(
  text: string,
  quote: string,
  following: string | undefined,
  count: number,
  line: number,
): readonly VariableValue[] | undefined {
  // A text of several words is no value that could be counted, and neither is a list.
  if (quote !== '' && following !== quote) return undefined;
  return [{ text, count, line }];
}

function statusAt(pieces: readonly Piece[], index: number, { values, range }: Variable): FieldUse | undefined {
  const before = pieces[index - 1];
  const behind = pieces[index + 1];
  if (typeof before !== 'string' || !requestEnd.test(before)) return undefined;
  if (behind !== undefined && (typeof behind !== 'string' || !behind.startsWith(' '))) return undefined;
  if (values !== undefined && !values.every(({ text }) => isHttpStatus(text))) return undefined;
  if (values === undefined && (range === undefined || range.low < 100 || range.high > 599)) return undefined;
  return { name: access, values };
}
