import fc from 'fast-check';
import type { ProviderApi } from '../../src/testing/providers/rules/rule.ts';
import { pictures } from './pictures.ts';
import type {
  Picture,
  Transcript,
  TranscriptCall,
  TranscriptResult,
  TranscriptStep,
  TranscriptTurn,
} from './transcript.ts';
import { type Body, bodyOf } from './transcript-bodies.ts';

/** How large a conversation may be. */
export interface ArbitraryTranscriptOptions {
  /** Turns of the user. Default: 4. */
  readonly maxTurns?: number;
  /** Bytes of UTF-8 of all texts of a result together. Default: 2,000. */
  readonly maxResultBytes?: number;
}

const toolNames = ['read_file', 'grep_files', 'run_command', 'list-dir'];

/** Without what a rule refuses: characters of control, halves of pairs, texts of nothing but space, space at the end. */
function toSendable(text: string): string {
  return `${text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '')}.`;
}

/** Texts of any make, short, with what JSON escapes among them. */
const shortText = fc
  .oneof(
    fc.lorem({ maxCount: 6 }),
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc
      .array(fc.constantFrom('"', '\\', '\n', '\t', 'é', '漢', '😀', '\u2028', 'word '), { maxLength: 30 })
      .map((chars) => chars.join('')),
  )
  .map(toSendable);

const line = fc.oneof(
  fc.nat(9_999).map((id) => `2026-11-30T03:00:00Z INFO request id=${id} took=${id % 7}ms`),
  fc.nat(9_999).map((id) => JSON.stringify({ id, name: `row ${id}`, path: `src\\${id}.ts` })),
  shortText,
);

/** Texts of up to so many bytes; half of them near the limit, made of few lines so that they cost little. */
function resultText(maxBytes: number): fc.Arbitrary<string> {
  return fc
    .tuple(fc.array(line, { minLength: 1, maxLength: 5 }), fc.oneof(fc.nat(maxBytes), fc.constant(maxBytes)))
    .map(([lines, byteLength]) => cut(`${lines.join('\n')}\n`, Math.max(1, byteLength)));
}

function cut(unit: string, maxBytes: number): string {
  const unitBytes = Buffer.byteLength(unit);
  const whole = unit.repeat(Math.ceil(maxBytes / unitBytes));
  const bytes = Buffer.from(whole).subarray(0, maxBytes);
  const text = new TextDecoder().decode(bytes, { stream: true });
  return text.trim() === '' ? '.' : text;
}

const inputValue = fc.oneof(
  shortText,
  fc.integer(),
  fc.boolean(),
  fc.array(fc.nat(9), { maxLength: 3 }),
  fc.constant(null),
);
const input: fc.Arbitrary<Record<string, unknown>> = fc.dictionary(
  fc.constantFrom('path', 'pattern', 'limit', 'text'),
  inputValue,
  {
    maxKeys: 4,
    noNullPrototype: true,
  },
);
const picture: fc.Arbitrary<Picture> = fc.constantFrom(...pictures);
const rarely = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(value, { freq: 4, nil: undefined });

/** The record without the keys that have no value. */
type Compact<T> = { [Key in keyof T as undefined extends T[Key] ? never : Key]: T[Key] } & {
  [Key in keyof T as undefined extends T[Key] ? Key : never]?: Exclude<T[Key], undefined>;
};

function compact<T extends object>(record: T): Compact<T> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as Compact<T>;
}

function result(maxBytes: number): fc.Arbitrary<TranscriptResult> {
  const texts = fc.oneof(
    { weight: 3, arbitrary: resultText(maxBytes).map((text) => [text]) },
    { weight: 1, arbitrary: fc.tuple(resultText(Math.max(1, maxBytes >> 1)), resultText(Math.max(1, maxBytes >> 1))) },
  );
  return fc
    .record({ texts, picture: rarely(picture), isError: fc.boolean() })
    .map((found) => compact({ ...found, picture: found.isError ? undefined : found.picture }));
}

function step(maxResultBytes: number): fc.Arbitrary<TranscriptStep> {
  const call: fc.Arbitrary<TranscriptCall> = fc.record({
    name: fc.constantFrom(...toolNames),
    input,
    result: result(maxResultBytes),
    resultRank: fc.nat(9),
  });
  return fc
    .record({
      thinking: shortText,
      text: rarely(shortText),
      calls: fc.array(call, { minLength: 1, maxLength: 4 }),
      remark: rarely(shortText),
    })
    .map(compact);
}

function turn(maxResultBytes: number): fc.Arbitrary<TranscriptTurn> {
  return fc
    .record({
      userTexts: fc.array(shortText, { minLength: 1, maxLength: 2 }),
      picture: rarely(picture),
      steps: fc.array(step(maxResultBytes), { maxLength: 3 }),
      answer: shortText,
    })
    .map(compact);
}

/**
 * Makes conversations in no API's form: with parallel calls whose results come in any order, texts, pictures, errors,
 * thinking, remarks of the user in between; ended at any place where a request is sent.
 */
function arbitraryConversation(options: ArbitraryTranscriptOptions = {}): fc.Arbitrary<Transcript> {
  const { maxTurns = 4, maxResultBytes = 2_000 } = options;
  return fc
    .record({
      turns: fc.array(turn(maxResultBytes), { minLength: 1, maxLength: maxTurns }),
      end: fc.constantFrom<'user' | 'results'>('user', 'results', 'results'),
      system: rarely(shortText),
      isThinking: fc.boolean(),
    })
    .map((found) => compact({ ...found, toolNames }));
}

/** Makes bodies of requests of an API that break none of its rules, of such conversations. */
export function arbitraryTranscript(api: ProviderApi, options: ArbitraryTranscriptOptions = {}): fc.Arbitrary<Body> {
  return arbitraryConversation(options).map(bodyOf[api]);
}
