import { describe, expect, it } from 'vitest';
import { SpillwayError } from '../../../src/errors.ts';
import { maxPathLength, parseJsonPath } from '../../../src/read/query/json-path.ts';

function refusal(path: string): SpillwayError {
  try {
    parseJsonPath(path);
  } catch (error) {
    if (SpillwayError.isInstance(error)) return error;
  }
  throw new Error(`accepted: ${path}`);
}

describe('a path that is no JSONPath', () => {
  it.each([
    '$.',
    '$..',
    '$[',
    '$[]',
    '$[?]',
    '$[01]',
    '$[-0]',
    '$[1.0]',
    '$[9007199254740992]',
    '$[0,]',
    "$['a]",
    '$["a\']',
    "$['\\x']",
    "$['a\tb']",
    '$["\u0000"]',
    "$['\\ud800']",
    '$.a b',
    '$.1a',
    '$a$',
    '@.a',
    '$[?@.a = 1]',
    '$[?@.a == 01]',
    '$[?@.a == {}]',
    '$[?@.a == [1]]',
    '$[?@.* == 1]',
    '$[?@..a == 1]',
    '$[?1 == ]',
    '$[?true]',
    '$[?@.a && 1]',
    '$[?(@.a]',
    '$[?length(@.a)]',
    '$[?length(@.*) == 1]',
    '$[?count(1) == 1]',
    '$[?count(@.a, @.b) == 1]',
    "$[?match(@.a, 'x') == true]",
    '$[?match(@.a)]',
    '$[?@.a =~ /x/]',
    '$[(@.length-1)]',
  ])('%s is refused', (path) => {
    expect(refusal(path).code).toBe('path-invalid');
  });

  it('says where it goes wrong, counted in what was written, and what does work', () => {
    expect(refusal('rows[?@.id = 7]').toModelText()).toBe(
      "That is not a JSONPath (RFC 9535): unexpected filter selector token '=', at character 12. Compare with ==. " +
        "What works: .name, ['name'], [0], [-1], [1:5], [*], ..name, [?@.price < 10 && @.tag == 'x']; in filters " +
        "length(), count(), value(), match(text, 'regex'), search(text, 'regex').",
    );
  });

  it('names the functions that there are when one is not', () => {
    const text = refusal('$[?max(@.a) > 1]').toModelText();
    expect(text).toContain("no such function 'max'");
    for (const name of ['length()', 'count()', 'value()', 'match(', 'search(']) expect(text).toContain(name);
  });

  it.each([
    ['.rows[]', 'For all items write [*].'],
    ['$.rows.length()', 'give the path of the array'],
    ['$.rows[?@.a == 1 and @.b]', 'Join conditions with &&, || and !.'],
    ['$.rows | length', 'There is no pipe.'],
    ["$.rows[?@.name =~ 'x']", 'search(@.name'],
    ['$.rows[(@.length-1)]', '[-1]'],
  ])('%s is answered with what to write instead', (path, hint) => {
    expect(refusal(path).toModelText()).toContain(hint);
  });

  it('is refused when it is longer than any path needs to be, or nested too deep', () => {
    expect(refusal('a'.repeat(maxPathLength)).toModelText()).toContain('at most 2000');
    expect(parseJsonPath('a'.repeat(maxPathLength - 2)).text).toHaveLength(maxPathLength);
    expect(refusal(`$[?${'('.repeat(1900)}`).code).toBe('path-invalid');
  });
});
