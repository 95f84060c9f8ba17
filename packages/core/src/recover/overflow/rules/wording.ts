import type { NoOverflowReason, OverflowOutcome } from '../classification.ts';

/** A number of a message, by what it says. Names ending in Bytes, Characters and Count are no tokens. */
export type NumberName =
  | 'limit'
  | 'requested'
  | 'input'
  | 'tools'
  | 'output'
  | 'over'
  | 'limitOutput'
  | 'limitBytes'
  | 'limitCharacters'
  | 'limitCount';

/** One sentence that says that a request is too large for the model. */
export interface Wording {
  /** Who says it. */
  readonly by: string;
  /** The sentence as it comes. */
  readonly says: string;
  readonly pattern: RegExp;
  /** The number called `requested` has the reserved output in it. */
  readonly countsOutput?: true;
  /** The numbers end where the counting stopped. */
  readonly isLowerBound?: true;
}

/** One sentence that says something else. */
export interface OtherWording {
  readonly outcome: Exclude<OverflowOutcome, 'prompt' | 'prompt_plus_output'>;
  readonly reason?: NoOverflowReason;
  readonly isRetryable?: true;
  readonly by: string;
  readonly pattern: RegExp;
}

/** Digits, with separators of thousands or without; no part of a name, a decimal fraction or a rounded number. */
const number = String.raw`(?:\d{1,3}(?:,\d{3}){1,4}|\d{1,3}(?:\.\d{3}){1,4}|\d{1,3}(?:_\d{3}){1,4}|\d{1,12})(?![\d%_]|[.,]\d|(?!tok)[a-z])`;

/**
 * Makes the pattern of a wording: a regular expression over `plainText` in which `{name}` stands for a number with that
 * name, so `maximum context length is {limit} tokens`.
 */
export function wording(source: string): RegExp {
  return new RegExp(
    source.replace(/\{([a-z]+)\}/gi, (_, name: string) => String.raw`(?<![\w.,-])(?<${name}>${number})`),
  );
}

/** Makes a row that makes its pattern when it is first asked for: most programs never meet a refusal. */
export function withPattern<Facts extends object>(facts: Facts, source: string): Facts & { readonly pattern: RegExp } {
  let pattern: RegExp | undefined;
  return Object.defineProperty(facts as Facts & { readonly pattern: RegExp }, 'pattern', {
    enumerable: true,
    get: () => {
      pattern ??= wording(source);
      return pattern;
    },
  });
}

/** Makes rows from pairs of a sentence and its pattern. */
export function says(
  by: string,
  rows: readonly (readonly [string, string, Pick<Wording, 'countsOutput' | 'isLowerBound'>?])[],
): readonly Wording[] {
  return rows.map(([sentence, source, facts]) => withPattern({ by, says: sentence, ...facts }, source));
}

/** Makes rows that say the same from pairs of who says it and the pattern. */
export function others(
  facts: Omit<OtherWording, 'by' | 'pattern'>,
  rows: readonly (readonly [by: string, source: string])[],
): readonly OtherWording[] {
  return rows.map(([by, source]) => withPattern({ ...facts, by }, source));
}
