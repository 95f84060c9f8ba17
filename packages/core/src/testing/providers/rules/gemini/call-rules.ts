import { isObject } from '../../parts/json.ts';
import { at, bracketed, has, type Place, textAt } from '../place.ts';
import { type Rule, repeatedBy, ruleOf } from '../rule.ts';
import { allMembers, contentsOf, kindOf, membersOf, partsOf } from './contents.ts';

const namePattern = /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$/;
const calls = allMembers('functionCall');
const results = allMembers('functionResponse');
const hasCalls = (content: Place | undefined): boolean =>
  content !== undefined && membersOf([content], 'functionCall').length > 0;

/** A content, the one before it and the one behind it. */
interface Neighbours {
  readonly before: Place | undefined;
  readonly content: Place;
  readonly after: Place | undefined;
}

/** How calls of functions and their answers are written. https://ai.google.dev/gemini-api/docs/function-calling */
export const callRules: readonly Rule[] = [
  ruleOf(
    'call-name',
    (body) => [...calls(body), ...results(body)],
    (call) => !namePattern.test(textAt(call, 'name') ?? ''),
    (call) =>
      `GenerateContentRequest.${bracketed(call)}.name: Invalid function name. Must start with a letter or an underscore. Must be alphanumeric (a-z, A-Z, 0-9), underscores (_), dots (.), colons (:), or dashes (-), with a maximum length of 64.`,
  ),
  ruleOf(
    'call-args',
    (body) => calls(body).map((call) => at(call, 'args')),
    ({ value }) => !isObject(value ?? {}),
    isNoStruct,
  ),
  ruleOf(
    'result-response',
    (body) => results(body).map((result) => at(result, 'response')),
    ({ value }) => !isObject(value),
    isNoStruct,
  ),
  ruleOf(
    'result-missing',
    (body) => neighbours(body).flatMap(missingResults),
    () => true,
    () =>
      'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.',
  ),
  ruleOf(
    'result-without-call',
    (body) => neighbours(body).flatMap(unexpectedResults),
    () => true,
    (result) =>
      `Please ensure that function response turn comes immediately after a function call turn, with one function response part for each function call part: ${textAt(result, 'name')}`,
  ),
  {
    name: 'result-repeated',
    broken: (body) => contentsOf(body).flatMap((content) => repeatedBy(membersOf([content], 'functionResponse'), idOf)),
    message: (result) => `Function response ${idOf(result)} stands more than once`,
  },
  {
    name: 'call-order',
    broken: (body) =>
      neighbours(body)
        .filter(({ before, content }) => hasCalls(content) && (before === undefined || kindOf(before) === 'model'))
        .map(({ content }) => content),
    message: () =>
      'Please ensure that function call turn comes immediately after a user turn or after a function response turn.',
  },
  // https://ai.google.dev/gemini-api/docs/thought-signatures
  {
    name: 'signature-missing',
    broken: (body) =>
      contentsOf(body).flatMap(partsOf).some(isSigned) ? stepsOfTurn(body).filter((part) => !isSigned(part)) : [],
    message: (part) =>
      `Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, function call \`${textAt(at(part, 'functionCall'), 'name')}\``,
  },
];

function isNoStruct(place: Place): string {
  return `Invalid value at '${bracketed(place)}' (type.googleapis.com/google.protobuf.Struct)`;
}

function idOf(place: Place): string | undefined {
  return textAt(place, 'id');
}

/** Calls and answers are matched by id where they have one, else by name: so many of each. */
function keyOf(place: Place): string {
  return idOf(place) ?? `name ${textAt(place, 'name')}`;
}

function neighbours(body: Place): readonly Neighbours[] {
  return contentsOf(body).map((content, index, all) => ({ before: all[index - 1], content, after: all[index + 1] }));
}

function missingResults({ content, after }: Neighbours): readonly Place[] {
  return unmatched(
    membersOf([content], 'functionCall'),
    after === undefined ? [] : membersOf([after], 'functionResponse'),
  );
}

function unexpectedResults({ before, content }: Neighbours): readonly Place[] {
  return unmatched(
    membersOf([content], 'functionResponse'),
    before === undefined ? [] : membersOf([before], 'functionCall'),
  );
}

/** Those places for which no counterpart is left. */
function unmatched(places: readonly Place[], counterparts: readonly Place[]): readonly Place[] {
  const left = counterparts.map(keyOf);
  return places.filter((place) => {
    const found = left.indexOf(keyOf(place));
    if (found === -1) return true;
    left.splice(found, 1);
    return false;
  });
}

function isSigned(part: Place): boolean {
  return has(part, 'thoughtSignature');
}

/** The first call of each step since the user last said something. */
function stepsOfTurn(body: Place): readonly Place[] {
  const contents = contentsOf(body);
  const start = contents.findLastIndex((content) => kindOf(content) === 'user');
  return contents
    .slice(start + 1)
    .filter((content) => kindOf(content) === 'model')
    .flatMap((content) =>
      partsOf(content)
        .filter((part) => has(part, 'functionCall'))
        .slice(0, 1),
    );
}
