import { describe, expect, it } from 'vitest';
import { runQuery } from '../../../src/read/query/run-query.ts';

/** The values that a path finds, each as `path: json`. */
function find(path: string, json: string): string[] {
  const bytes = new TextEncoder().encode(json);
  const { matches } = runQuery({ bytes, encoding: 'utf-8', path, from: { match: 1, offset: 0 }, maxBytes: 100_000 });
  return matches.map((match) => `${match.path}: ${new TextDecoder().decode(match.json)}`);
}

type Row = readonly [path: string, json: string, found: readonly string[]];

const members = '{"o": {"j j": {"k.k": 3}}, "\'": {"@": 2}}';
const wild = '{"o": {"j": 1, "k": 2}, "a": [5, 3]}';
const slice = '["a", "b", "c", "d", "e", "f", "g"]';
const filter =
  '{"a": [3, 5, 1, 2, 4, 6, {"b": "j"}, {"b": "k"}, {"b": {}}, {"b": "kilo"}], "o": {"p": 1, "q": 2, "r": 3, "s": 5, "t": {"u": 6}}, "e": "f"}';
const nested = '{"o": {"j": 1, "k": 2}, "a": [5, 3, [{"j": 4}, {"k": 6}]]}';
const nulls = '{"a": null, "b": [null], "c": [{}], "null": 1}';
const compare = '[{"obj": {"x": "y"}, "arr": [2, 3]}]';
const texts = '["ab", "abc", "b", "AB", "a\\nb", 7]';

/** Section 2.2 to 2.5: identifiers, selectors and segments. */
const selectors: readonly Row[] = [
  ['$', '{"k": "v"}', ['$: {"k": "v"}']],
  ['', '{"k": "v"}', ['$: {"k": "v"}']],
  ["$.o['j j']", members, [`$.o['j j']: {"k.k": 3}`]],
  ["$.o['j j']['k.k']", members, [`$.o['j j']['k.k']: 3`]],
  ['$.o["j j"]["k.k"]', members, [`$.o['j j']['k.k']: 3`]],
  [`$["'"]["@"]`, members, [`$['\\'']['@']: 2`]],
  ['o', members, ['$.o: {"j j": {"k.k": 3}}']],
  ['.o', members, ['$.o: {"j j": {"k.k": 3}}']],
  ['[1]', '[4, 5]', ['$[1]: 5']],
  ['..j', wild, ['$.o.j: 1']],
  ['$[*]', wild, ['$.o: {"j": 1, "k": 2}', '$.a: [5, 3]']],
  ['$.o[*]', wild, ['$.o.j: 1', '$.o.k: 2']],
  ['$.o[*, *]', wild, ['$.o.j: 1', '$.o.k: 2', '$.o.j: 1', '$.o.k: 2']],
  ['$.a[*]', wild, ['$.a[0]: 5', '$.a[1]: 3']],
  ['$.*', '[]', []],
  ['$.*', '"text"', []],
  ['$[1]', '["a", "b"]', ['$[1]: "b"']],
  ['$[-2]', '["a", "b"]', ['$[0]: "a"']],
  ['$[-3]', '["a", "b"]', []],
  ['$[2]', '["a", "b"]', []],
  ['$[0]', '{"0": 1}', []],
  ["$['0']", '["a"]', []],
  ['$[1:3]', slice, ['$[1]: "b"', '$[2]: "c"']],
  ['$[5:]', slice, ['$[5]: "f"', '$[6]: "g"']],
  ['$[1:5:2]', slice, ['$[1]: "b"', '$[3]: "d"']],
  ['$[5:1:-2]', slice, ['$[5]: "f"', '$[3]: "d"']],
  ['$[::-1]', '[1, 2, 3]', ['$[2]: 3', '$[1]: 2', '$[0]: 1']],
  ['$[:2]', slice, ['$[0]: "a"', '$[1]: "b"']],
  ['$[-2:]', slice, ['$[5]: "f"', '$[6]: "g"']],
  ['$[0:3:0]', slice, []],
  ['$[3:1]', slice, []],
  ['$[:]', '{"a": 1}', []],
  ['$[0, 3]', slice, ['$[0]: "a"', '$[3]: "d"']],
  ['$[0:2, 5]', slice, ['$[0]: "a"', '$[1]: "b"', '$[5]: "f"']],
  ['$[0, 0]', slice, ['$[0]: "a"', '$[0]: "a"']],
  ["$['b', 'a']", '{"a": 1, "b": 2}', ['$.b: 2', '$.a: 1']],
  ['$..[0]', nested, ['$.a[0]: 5', '$.a[2][0]: {"j": 4}']],
  ['$..j', nested, ['$.o.j: 1', '$.a[2][0].j: 4']],
  ['$.o..[*]', '{"o": {"j": 1, "k": {"l": 2}}}', ['$.o.j: 1', '$.o.k: {"l": 2}', '$.o.k.l: 2']],
  ['$..*', '[[1], 2]', ['$[0]: [1]', '$[1]: 2', '$[0][0]: 1']],
  ['$.a..[0, 1]', '{"a": [5, 3]}', ['$.a[0]: 5', '$.a[1]: 3']],
  ['$ .o [ "j" ]', wild, ['$.o.j: 1']],
  ['$.ключ', '{"ключ": 1}', ['$.ключ: 1']],
  ["$['\\u263A']", '{"☺": 1}', [`$['☺']: 1`]],
  ["$['\\uD83D\\uDE00']", '{"😀": 1}', [`$['😀']: 1`]],
  ["$['\\u000b']", '{"\\u000b":1}', ["$['\\u000b']: 1"]],
  ["$['\\n\\t\\'\\\\']", '{"\\n\\t\'\\\\":1}', ["$['\\n\\t\\'\\\\']: 1"]],
  ['$.☺', '{"☺": 1}', [`$['☺']: 1`]],
];

/** Section 2.6: null is a value like others. */
const nullValues: readonly Row[] = [
  ['$.a', nulls, ['$.a: null']],
  ['$.a[0]', nulls, []],
  ['$.a.d', nulls, []],
  ['$.b[0]', nulls, ['$.b[0]: null']],
  ['$.b[?@]', nulls, ['$.b[0]: null']],
  ['$.b[?@ == null]', nulls, ['$.b[0]: null']],
  ['$.c[?@.d == null]', nulls, []],
  ['$.null', nulls, ['$.null: 1']],
];

/** Section 2.3.5: filters. */
const filters: readonly Row[] = [
  [`$.a[?@.b == 'kilo']`, filter, ['$.a[9]: {"b": "kilo"}']],
  [`$.a[?(@.b == 'kilo')]`, filter, ['$.a[9]: {"b": "kilo"}']],
  ['$.a[?@ > 3.5]', filter, ['$.a[1]: 5', '$.a[4]: 4', '$.a[5]: 6']],
  ['$.a[?@.b]', filter, ['$.a[6]: {"b": "j"}', '$.a[7]: {"b": "k"}', '$.a[8]: {"b": {}}', '$.a[9]: {"b": "kilo"}']],
  [
    '$[?@.*]',
    filter,
    [
      '$.a: [3, 5, 1, 2, 4, 6, {"b": "j"}, {"b": "k"}, {"b": {}}, {"b": "kilo"}]',
      '$.o: {"p": 1, "q": 2, "r": 3, "s": 5, "t": {"u": 6}}',
    ],
  ],
  ['$[?@[?@.b]].o', filter, []],
  ['$.o[?@ < 3, ?@ < 3]', filter, ['$.o.p: 1', '$.o.q: 2', '$.o.p: 1', '$.o.q: 2']],
  [`$.a[?@ < 2 || @.b == "k"]`, filter, ['$.a[2]: 1', '$.a[7]: {"b": "k"}']],
  ['$.o[?@ > 1 && @ < 4]', filter, ['$.o.q: 2', '$.o.r: 3']],
  ['$.o[?@.u || @.x]', filter, ['$.o.t: {"u": 6}']],
  ['$.a[?@.b == $.x]', filter, ['$.a[0]: 3', '$.a[1]: 5', '$.a[2]: 1', '$.a[3]: 2', '$.a[4]: 4', '$.a[5]: 6']],
  ['$.a[?!@.b && @ > 4]', filter, ['$.a[1]: 5', '$.a[5]: 6']],
  ['$[?@ == true]', '[true, 1, "true"]', ['$[0]: true']],
  ['$[?@ == 1]', '[1, 1.0, 1e0, "1", true]', ['$[0]: 1', '$[1]: 1.0', '$[2]: 1e0']],
  ['$[?@ < 0.5]', '[0.25, 0.5, -1, 1]', ['$[0]: 0.25', '$[2]: -1']],
  ['$[?@ == 0.25]', '[0.25, 2.5, 25]', ['$[0]: 0.25']],
  ['$[?@ == 0.1e1]', '[0.1, 1]', ['$[1]: 1']],
  ["$[?@ < 'b']", '["a", "b", "B", 1]', ['$[0]: "a"', '$[2]: "B"']],
  ['$[?@ <= false]', '[false, true]', ['$[0]: false']],
  ['$[?@.obj == @.arr]', compare, []],
  ['$[?@.obj != @.arr]', compare, ['$[0]: {"obj": {"x": "y"}, "arr": [2, 3]}']],
  ['$[?@.obj == $[0].obj]', compare, ['$[0]: {"obj": {"x": "y"}, "arr": [2, 3]}']],
  ['$[?@.obj <= @.obj]', compare, ['$[0]: {"obj": {"x": "y"}, "arr": [2, 3]}']],
  ['$[?@.obj < @.obj]', compare, []],
  ['$[?@.none1 == @.none2]', compare, ['$[0]: {"obj": {"x": "y"}, "arr": [2, 3]}']],
  ['$[?@.none1 < @.none2]', compare, []],
  ["$[?(@.a=='x' || @.a=='y') && @.b]", '[{"a": "y", "b": 0}, {"a": "x"}]', ['$[0]: {"a": "y", "b": 0}']],
  ['$[?@.a][0]', '[{"a": [1]}, {"a": 2}]', []],
];

/** Section 2.4: functions. */
const functions: readonly Row[] = [
  [
    '$[?length(@) == 2]',
    '["ab", [1, 2], {"a": 1, "b": 2}, 12, "😀b"]',
    ['$[0]: "ab"', '$[1]: [1, 2]', '$[2]: {"a": 1, "b": 2}', '$[4]: "😀b"'],
  ],
  ['$[?length(@.none) == 0]', '[{}]', []],
  ['$[?count(@.*) > 1]', '[[1], [1, 2], {"a": 1, "b": 2}]', ['$[1]: [1, 2]', '$[2]: {"a": 1, "b": 2}']],
  ['$[?count(@..a) == 2]', '[{"a": {"a": 1}}, {"a": 1}]', ['$[0]: {"a": {"a": 1}}']],
  ["$[?match(@, 'a.')]", texts, ['$[0]: "ab"']],
  ["$[?match(@, 'a.*')]", texts, ['$[0]: "ab"', '$[1]: "abc"']],
  ["$[?search(@, '^b|c$')]", texts, ['$[1]: "abc"', '$[2]: "b"']],
  ["$[?match(@, '\\\\d+\\\\.[.]\\\\w')]", '["12..x", "12.,x"]', ['$[0]: "12..x"']],
  ["$[?match(@, 'a.c')]", '["a\u2028c", "a\\rc"]', ['$[0]: "a\u2028c"']],
  ["$[?match(@, '(')]", texts, []],
  ["$[?search(@, '[bc]')]", texts, ['$[0]: "ab"', '$[1]: "abc"', '$[2]: "b"', '$[4]: "a\\nb"']],
  ["$[?match(@, '[A-Z]{2}')]", texts, ['$[3]: "AB"']],
  ["$[?!match(@, '.*')]", texts, ['$[4]: "a\\nb"', '$[5]: 7']],
  ['$[?match(@.t, $.p)]', '{"p": "x+", "t": {"t": "xx"}}', ['$.t: {"t": "xx"}']],
  ['$[?value(@..c) == 1]', '[{"c": 1}, {"c": 1, "d": {"c": 1}}]', ['$[0]: {"c": 1}']],
];

describe('values at a JSONPath, as RFC 9535 has them', () => {
  const tables = { selectors, 'null values': nullValues, filters, functions };
  for (const [name, rows] of Object.entries(tables)) {
    it.each(rows.map(([path, json, found]) => ({ path, json, found })))(`${name}: $path in $json`, (row) => {
      expect(find(row.path, row.json)).toEqual(row.found);
    });
  }
});
