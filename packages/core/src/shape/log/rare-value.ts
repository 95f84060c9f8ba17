import { escapePattern } from '../../bytes/escape-pattern.ts';
import { isFailedStatus, isHttpStatus } from './http-status.ts';
import type { Piece, Template } from './template.ts';

/** A value in more lines than this is not rare. */
const maxRareLines = 20;
/** Statuses of failures are worth a search up to this share of the lines. */
const maxFailedShare = 0.05;

/** A search for a value is worth its bytes where nearly all lines of a template have another one. */
const usualShare = 0.9;
const minLines = 20;

/** A value that few lines have, of a variable with few values. */
export interface RareValue {
  /** The first line that has it. */
  readonly line: number;
  readonly count: number;
  /** Matches these lines; others with the same text at another place too. Absent where that may be many. */
  readonly pattern?: string;
}

interface Candidate {
  readonly lead: string;
  readonly text: string;
  readonly line: number;
  readonly count: number;
  readonly isFailure: boolean;
  readonly isOdd: boolean;
}

/**
 * Finds the value that is most worth a look: a status of a failure, as in an access log, else the rarest one.
 *
 * Contract: counts are added up over templates that have the value behind the same text. Undefined where all values
 * are frequent or too many.
 */
export function findRareValue(templates: readonly Template[], lineCount: number): RareValue | undefined {
  const { candidates, openLeads } = collect(templates);
  const rare = candidates.filter(
    ({ count, isFailure }) => count <= maxRareLines || (isFailure && count <= lineCount * maxFailedShare),
  );
  rare.sort((a, b) => Number(b.isFailure) - Number(a.isFailure) || a.count - b.count || a.line - b.line);
  const [best] = rare;
  if (best === undefined) return undefined;
  const { lead, text, line, count, isFailure, isOdd } = best;
  const isTelling = isFailure || (isOdd && /[=:]$/.test(lead));
  const hasPattern = isTelling && lead !== '' && /^[\w.-]*\w$/.test(text) && !openLeads.has(lead);
  return { line, count, ...(hasPattern && { pattern: `${escapePattern(lead + text)}\\b` }) };
}

/** `openLeads` are texts before variables with more values than are known. */
function collect(templates: readonly Template[]): { candidates: Candidate[]; openLeads: ReadonlySet<string> } {
  const found = new Map<string, Candidate>();
  const openLeads = new Set<string>();
  for (const { pieces, count: lineCount } of templates) {
    for (const [index, piece] of pieces.entries()) {
      if (typeof piece === 'string') continue;
      const lead = leadOf(pieces[index - 1]);
      if (piece.values === undefined) openLeads.add(lead);
      const values = piece.values ?? [];
      const isStatus = values.every(({ text }) => isHttpStatus(text));
      const isOdd = lineCount >= minLines && values.some(({ count }) => count >= lineCount * usualShare);
      for (const { text, line, count } of values) {
        const known = found.get(`${lead}\0${text}`);
        found.set(`${lead}\0${text}`, {
          lead,
          text,
          line: Math.min(line, known?.line ?? line),
          count: count + (known?.count ?? 0),
          isFailure: isStatus && isFailedStatus(text),
          isOdd: isOdd && known?.isOdd !== false,
        });
      }
    }
  }
  return { candidates: [...found.values()], openLeads };
}

/** What stands right before a value, such as `status=` or `" `. */
function leadOf(before: Piece | undefined): string {
  const lead = typeof before === 'string' ? /(?:[\w.-]{1,24}[=:]"?|\S)? ?$/.exec(before)?.[0] : undefined;
  return lead === undefined || lead === ' ' ? '' : lead;
}
