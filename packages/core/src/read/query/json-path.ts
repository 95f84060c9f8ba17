import { FunctionExpressionType, JSONPathEnvironment, type JSONValue, Nothing, TokenKind } from 'json-p3';
import { SpillwayError } from '../../errors.ts';
import { createPatternFunctions, lengthOf, type PatternFunctions } from './path-functions.ts';

/** Where a value lies in a document: keys and array indexes from the root. */
export type Location = readonly (string | number)[];

/** A path that was understood. */
export interface JsonPath {
  /** Written with its leading `$`. */
  readonly text: string;
  /** Finds the matches in a document, one by one, in the order of RFC 9535. */
  locate(document: unknown): Iterable<Location>;
  /** A pattern of a filter that is no regular expression, and so matched nothing; known when `locate` has ended. */
  readonly wrongPattern: string | undefined;
}

/** UTF-16 units of the longest path. */
export const maxPathLength = 2000;

/** What a path may hold, in words and examples. */
const pathForms =
  `.name, ['name'], [0], [-1], [1:5], [*], ..name, [?@.price < 10 && @.tag == 'x']; ` +
  `in filters length(), count(), value(), match(text, 'regex'), search(text, 'regex')`;

/**
 * Reads a JSONPath as RFC 9535 has it.
 *
 * Contract: the leading `$` may be left out, and so may the point before a first name.
 * @throws SpillwayError `path-invalid`, which says where and what does work.
 */
export function parseJsonPath(text: string): JsonPath {
  const given = text.trim();
  const path = withRoot(given);
  if (path.length > maxPathLength) {
    throw invalid(text, `it has ${path.length} characters, at most ${maxPathLength}`, 'Use a shorter one.');
  }
  if (hasControlInQuotes(path)) throw invalid(text, 'a control character in quotes', 'Write it as an escape. ');
  try {
    const patterns = createPatternFunctions();
    const compiled = createEnvironment(patterns).compile(path);
    return {
      text: path,
      get wrongPattern(): string | undefined {
        return patterns.wrongPattern;
      },
      *locate(document) {
        for (const node of compiled.lazyQuery(document as JSONValue)) yield node.location;
      },
    };
  } catch (error) {
    throw invalid(text, faultOf(error, path.length - given.length), `${hintFor(path)}What works: ${pathForms}.`);
  }
}

/** The library's own functions count UTF-16 units, take numbers for texts, and refuse `\d` without a word. */
function createEnvironment({ match, search }: PatternFunctions): JSONPathEnvironment {
  const environment = new JSONPathEnvironment({ maxRecursionDepth: Number.POSITIVE_INFINITY });
  const { ValueType, LogicalType } = FunctionExpressionType;
  const twoTexts = { argTypes: [ValueType, ValueType], returnType: LogicalType };
  environment.functionRegister.set('match', { ...twoTexts, call: match });
  environment.functionRegister.set('search', { ...twoTexts, call: search });
  environment.functionRegister.set('length', {
    argTypes: [ValueType],
    returnType: ValueType,
    call: (value) => lengthOf(value) ?? Nothing,
  });
  acceptControlEscapes(environment);
  acceptSmallDecimals(environment);
  return environment;
}

/** The library takes an escape such as `\u0001`, which a normalized path may need, for the character itself. */
function acceptControlEscapes(environment: JSONPathEnvironment): void {
  const { parser } = environment as unknown as { parser: { stringFromCodePoint(code: number): string } };
  parser.stringFromCodePoint = (code) => String.fromCodePoint(code);
}

interface TokenStream {
  readonly current: { readonly value: string };
}

/** The library takes the zero of a decimal such as `0.5` for one that leads a number, as in `05`. */
function acceptSmallDecimals(environment: JSONPathEnvironment): void {
  const { parser } = environment as unknown as {
    parser: { tokenMap: Map<TokenKind, (stream: TokenStream) => unknown> };
  };
  const parse = parser.tokenMap.get(TokenKind.NUMBER);
  parser.tokenMap.set(TokenKind.NUMBER, (stream) => {
    const { current } = stream;
    const isSmall = current.value.startsWith('0.');
    return parse?.call(parser, isSmall ? { current: { ...current, value: current.value.slice(1) } } : stream);
  });
}

const quoted = /'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"/gsu;

function hasControlInQuotes(path: string): boolean {
  return (path.match(quoted) ?? []).some((text) => /[\u0000-\u001f]/.test(text));
}

function withRoot(path: string): string {
  if (path.startsWith('$')) return path;
  return path === '' || path.startsWith('.') || path.startsWith('[') ? `$${path}` : `$.${path}`;
}

/** The library ends its messages with the text around the place and the place: `('$.a b':4)`. */
function faultOf(error: unknown, added: number): string {
  if (error instanceof RangeError) return 'it is nested too deep';
  const message = error instanceof Error ? error.message : String(error);
  const parts = /^(?<what>.*) +\('.*':(?<at>\d+)\)$/su.exec(message)?.groups;
  return parts === undefined ? message : `${parts.what}, at character ${Number(parts.at) + 1 - added}`;
}

/** What models write instead, and what it is in a JSONPath. */
const hints: readonly (readonly [form: RegExp, hint: string])[] = [
  [/\[\]/, 'For all items write [*]. '],
  [/\.length\b|\.size\b/, 'For the number of items give the path of the array: the answer says how many it has. '],
  [/[^=!<>]=[^=~]/, 'Compare with ==. '],
  [/=~|\b(?:contains|startswith|test)\b/i, "For texts write search(@.name, 'regex'). "],
  [/\s(?:and|or|not)\s/i, 'Join conditions with &&, || and !. '],
  [/\|/, 'There is no pipe. '],
  [/\(@\.length\s*-/, 'Count from the end with [-1]. '],
];

function hintFor(path: string): string {
  return hints.find(([form]) => form.test(path))?.[1] ?? '';
}

function invalid(path: string, what: string, next: string): SpillwayError {
  return new SpillwayError({
    code: 'path-invalid',
    message: `the JSONPath is not accepted: ${what}`,
    modelText: `That is not a JSONPath (RFC 9535): ${what}. ${next}`,
    facts: { path: path.slice(0, 200).toWellFormed() },
  });
}
