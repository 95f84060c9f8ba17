import { RE2JS, RE2JSException } from 're2js';
import { SpillwayError } from '../../errors.ts';
import type { LineMatcher } from './matcher.ts';
import { asksForCarriageReturn, asksForEscape } from './pattern-syntax.ts';

/** Instructions of the largest program that is run. */
const maxProgramSize = 5000;
/** Characters times instructions that one search may cost: about 0.4 s at worst, a few milliseconds most often. */
const maxSearchCost = 20_000_000;
const longestText = 1_048_576;
const shortestText = 4096;
/** From this number on, an instruction of a program reads a character. */
const firstReadingOp = 8;

/**
 * Creates a matcher of a regular expression in RE2's syntax, which runs in linear time.
 *
 * @throws SpillwayError `pattern-invalid` with what is wrong and what to do.
 */
export function createRe2Matcher(pattern: string, options: { ignoreCase: boolean }): LineMatcher {
  const expression = compile(pattern, options.ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
  const size = expression.programSize();
  if (size > maxProgramSize)
    throw invalid(`it is too large (${size} steps, at most ${maxProgramSize})`, 'Use smaller repeat counts.');
  let current = expression.matcher('');
  let currentText = '';
  return {
    find(text, from) {
      if (from === 0 && !expression.test(text)) return undefined;
      if (text !== currentText) {
        current = expression.matcher(text);
        currentText = text;
      }
      return current.find(from) ? { start: current.start(), end: current.end() } : undefined;
    },
    maxMatchLength: longestMatch(expression.re2Input.prog),
    mayBeEmpty: mayBeEmpty(expression.re2Input.prog),
    maxTextLength: Math.max(shortestText, Math.min(longestText, Math.floor(maxSearchCost / size))),
    seesCarriageReturn: asksForCarriageReturn(pattern),
    seesEscapes: asksForEscape(pattern),
  };
}

function compile(pattern: string, flags: number): RE2JS {
  try {
    return RE2JS.compile(pattern, flags);
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    try {
      // JavaScript's own spellings, such as \u00e9.
      return RE2JS.compile(RE2JS.translateRegExp(pattern), flags);
    } catch {
      throw explain(pattern, error);
    }
  }
}

interface Program {
  readonly start: number;
  readonly inst: readonly { readonly op: number; readonly out: number; readonly arg: number }[];
}

/** The longest way through a program that reads; `Infinity` where it has a loop. */
function longestMatch(program: Program): number {
  const known = new Map<number, number>();
  const walk = (at: number): number => {
    const before = known.get(at);
    if (before !== undefined) return before;
    // A step that is met again while its own length is still open is part of a loop.
    known.set(at, Number.POSITIVE_INFINITY);
    const step = program.inst[at];
    let length = 0;
    if (step !== undefined && step.op !== opOf.match && step.op !== opOf.fail) {
      length = walk(step.out);
      if (step.op === opOf.alt || step.op === opOf.altMatch) length = Math.max(length, walk(step.arg));
      if (step.op >= firstReadingOp) length += 2;
    }
    known.set(at, length);
    return length;
  };
  return walk(program.start);
}

/** Whether a way through a program reads nothing; what it asks of the place is taken to be so. */
function mayBeEmpty(program: Program): boolean {
  const seen = new Set<number>();
  const open = [program.start];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const step = program.inst[at];
    if (step === undefined || seen.has(at) || step.op === opOf.fail || step.op >= firstReadingOp) continue;
    if (step.op === opOf.match) return true;
    seen.add(at);
    open.push(step.out);
    if (step.op === opOf.alt || step.op === opOf.altMatch) open.push(step.arg);
  }
  return false;
}

const opOf = { alt: 1, altMatch: 2, fail: 5, match: 6 } as const;

/** What RE2 leaves out, told by how it is written, and what to do instead. */
const unsupported: readonly { readonly form: RegExp; readonly what: string; readonly next: string }[] = [
  {
    form: /\(\?<?[=!]/,
    what: 'look-ahead and look-behind are not supported',
    next: 'Search for the text itself, and use contextLines to see what stands around it.',
  },
  { form: /\\[1-9]|\(\?P=|\\k</, what: 'backreferences are not supported', next: 'Write the repeated text out.' },
  {
    form: /\(\?>|[*+?}]\+/,
    what: 'atomic groups and possessive repeats are not supported',
    next: 'Use plain groups and repeats; this search never backtracks.',
  },
];

function explain(pattern: string, error: RE2JSException): SpillwayError {
  const known = unsupported.find((row) => row.form.test(pattern));
  if (known !== undefined) return invalid(known.what, known.next, error);
  return invalid(error.message.replace(/^error parsing regexp: /, ''), 'Correct it.', error);
}

function invalid(what: string, next: string, cause?: unknown): SpillwayError {
  return new SpillwayError({
    code: 'pattern-invalid',
    message: `the pattern is not accepted: ${what}`,
    modelText: `The pattern is not accepted: ${what}. ${next} To search for the text as it stands, send "literal": true.`,
    cause,
  });
}
