import { describe, expect, it } from 'vitest';
import { jsonShape } from '../../src/shape/json.ts';
import { describeJson, orders } from './support/describe-json.ts';

const rows = JSON.stringify(orders(1_000));

describe('content that is not JSON', () => {
  it.each([
    ['{"a":1,}', 7, 'a key in quotes', "'}'"],
    ['{"a" 1}', 5, '":"', "'1'"],
    ['{a:1}', 1, 'a key in quotes or "}"', "'a'"],
    ['[1 2]', 3, '"," or "]"', "'2'"],
    ['[1,]', 3, 'a value', "']'"],
    ['{"a":1 "b":2}', 7, '"," or "}"', "'\"'"],
    ['[01]', 2, '"," or "]"', "'1'"],
    ['[1.]', 3, 'a digit', "']'"],
    ['[-x]', 2, 'a digit', "'x'"],
    ['[1e+]', 4, 'a digit', "']'"],
    ['[tru]', 4, 'the word true', "']'"],
    ['[1}', 2, '"," or "]"', "'}'"],
    ['{"a":[}', 6, 'a value or "]"', "'}'"],
    ['{"a":1}}', 7, 'the end', "'}'"],
    ['{"a":1} done', 8, 'the end', "'d'"],
    ['[1],2', 3, 'the end', "','"],
    ['[\u0001]', 1, 'a value or "]"', 'byte 0x01'],
  ])('%s is told by its byte', (content, offset, expected, found) => {
    const { description, headline, preview } = describeJson(content);
    expect(headline).toMatch(new RegExp(`^JSON, invalid at byte ${offset}, `));
    expect(description.sampledBytes).toBe(offset);
    expect(preview.split('\n')[0]).toBe(
      `| not valid JSON: byte ${offset} (line 1): expected ${expected}, found ${found}; what follows is not described`,
    );
  });

  it('is described up to the fault', () => {
    const at = rows.indexOf('{"id":10501');
    const broken = `${rows.slice(0, at)}oops ${rows.slice(at)}`;
    const { description, headline, preview } = describeJson(broken);
    expect(headline).toBe(`JSON, invalid at byte ${at}, array of 500 objects before it`);
    expect(preview).toContain('\n| status: "ok" ×499, "failed" ×1\n');
    expect(jsonShape.suggest(description)[0]).toEqual({ kind: 'offset', offset: at - 200 });
  });

  it('is found by its line where there are lines', () => {
    const { description, headline, preview } = describeJson('{\n  "a": 1,\n  "b": 2,\n  oops\n}\n');
    expect(headline).toBe('JSON, invalid at byte 24, object of 2 keys before it');
    expect(preview).toContain("byte 24 (line 4): expected a key in quotes, found 'o'");
    expect(description.lineCount).toBe(5);
    expect(jsonShape.suggest(description)).toEqual([{ kind: 'page', startLine: 1, lineCount: 20 }]);
  });

  it.each([
    ['[1,2', 4, '"," or "]"'],
    ['{"a":"text', 10, 'the end of the string'],
    ['{"a":fal', 8, 'the word false'],
    ['[1.', 3, 'a digit'],
    ['{"a":', 5, 'a value'],
    ['', 0, 'a value'],
    [' \n', 2, 'a value'],
  ])('that breaks off is said to: %j', (content, offset, expected) => {
    const { headline, preview } = describeJson(content);
    expect(headline).toMatch(new RegExp(`^JSON, cut off at byte ${offset}, `));
    expect(preview).toContain(`expected ${expected}, found the end; counts are of what is there`);
  });

  it('keeps the scalars of the top level when it breaks off', () => {
    const whole = JSON.stringify({ status: 'partial', next: 'abc', rows: orders(1_000) });
    const { headline, preview } = describeJson(whole.slice(0, 50_000), { maxBytes: 600 });
    expect(headline).toBe('JSON, cut off at byte 50000, object of 3 keys so far');
    expect(preview).toContain('object of 3 keys: status "partial", next "abc", rows [');
  });
});

describe('small faults', () => {
  it.each([
    ['[{"a":NaN},{"a":2},{"a":-Infinity}]', 6, 'a number that JSON has', "'N'", ', 2 such places'],
    ['["a\\x","b"]', 4, 'a valid escape', "'x'", ''],
    ['["a\\u12","b"]', 7, 'a valid escape', "'\"'", ''],
    ['["a\tb","c"]', 3, 'no control character in a string', 'byte 0x09', ''],
    ['["a\nb","c"]', 3, 'no line feed in a string', 'the end of the line', ''],
  ])('%j is told, and read on all the same', (content, offset, expected, found, more) => {
    const { description, headline, preview } = describeJson(content);
    expect(headline).toMatch(new RegExp(`^JSON, invalid at byte ${offset}, array of [23] (objects|strings)$`));
    expect(preview.split('\n')[0]).toBe(
      `| not valid JSON: byte ${offset} (line 1): expected ${expected}, found ${found}${more}; read on all the same`,
    );
    expect(description).not.toHaveProperty('sampledBytes');
  });

  it('never puts control characters or line ends into a preview', () => {
    const { preview } = describeJson('{"a\u0007\nb":"x\u001b[31m\r\ny\u2028z\u0085"}');
    expect(preview).toContain('"a\\u0007\\nb" "x␛[31m␤␤y␤z␤"');
  });
});

describe('several values', () => {
  it('may follow one another', () => {
    const { headline, preview } = describeJson('{"a":1}\n{"a":2}\n\n{"a":3}');
    expect(headline).toBe('JSON, 3 objects one after another');
    expect(preview).toContain('\n| a: 1 ×1, 2 ×1, 3 ×1');
  });

  it('end at what is none', () => {
    expect(describeJson('{"a":1}\n[2]\n3').headline).toBe(
      'JSON, invalid at byte 12, 2 values (1 object, 1 array) one after another before it',
    );
  });
});

describe('duplicate keys', () => {
  it('are named, and both values shown', () => {
    const { preview } = describeJson('{"a":1,"b":{"c":1,"c":2,"c":3},"a":"x"}');
    expect(preview).toContain('a 1 and "x" (duplicate key)');
    expect(preview).toContain('\n| 3 duplicate keys (both values are counted): "c" @18, "c" @24, "a" @31');
  });

  it('are found behind different escapes', () => {
    expect(describeJson('{"caf\\u00e9":1,"café":2}').preview).toContain(
      '1 duplicate key (both values are counted): "café" @15',
    );
  });

  it('are found among keys that are data', () => {
    const members = Array.from({ length: 600 }, (_, at) => `"key-${at}":${at}`);
    const { preview } = describeJson(`{${[...members, '"key-7":0', '"key-599":0'].join()}}`);
    expect(preview).toContain('2 duplicate keys (both values are counted): "key-7" @');
  });
});
