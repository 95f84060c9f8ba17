import { describe, expect, it } from 'vitest';
import { type ParameterRow, readArguments, toInputSchema } from '../../../src/read/tools/parameters.ts';

const rows: readonly ParameterRow[] = [
  { name: 'names', type: 'list', min: 1, max: 3, description: 'Names.' },
  {
    name: 'edits',
    type: 'list',
    description: 'Edits.',
    items: [
      { name: 'oldText', type: 'string', isRequired: true, description: 'Old.' },
      { name: 'all', type: 'boolean', description: 'All.' },
    ],
  },
];

describe('a parameter that is a list', () => {
  it('is an array in the schema', () => {
    expect(toInputSchema(rows)).toEqual({
      type: 'object',
      properties: {
        names: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 3, description: 'Names.' },
        edits: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              oldText: { type: 'string', description: 'Old.' },
              all: { type: 'boolean', description: 'All.' },
            },
            required: ['oldText'],
            additionalProperties: false,
          },
          description: 'Edits.',
        },
      },
      additionalProperties: false,
    });
  });

  it.each([
    ['a list', { names: ['a', 'b'] }, { names: ['a', 'b'] }],
    ['one text for a list of one', { names: 'a' }, { names: ['a'] }],
    ['a text that begins like a list and is none', { names: '[draft' }, { names: ['[draft'] }],
    ['a list written as JSON text', { names: '["a","b"]' }, { names: ['a', 'b'] }],
    ['one object for a list of one', { edits: { old_text: 'x' } }, { edits: [{ oldText: 'x' }] }],
    [
      'objects with forgiving members',
      { edits: [{ oldText: 'x', all: 'true' }] },
      { edits: [{ oldText: 'x', all: true }] },
    ],
  ])('takes %s', (_, input, expected) => {
    expect(readArguments('tool', rows, input)).toEqual(expected);
  });

  it.each([
    ['too many items', { names: ['a', 'b', 'c', 'd'] }, 'names takes 1 to 3 items, not 4'],
    ['no item', { names: [] }, 'names takes 1 to 3 items, not 0'],
    ['an item that is no text', { names: ['a', 7] }, 'names is a list of texts; item 1 is 7'],
    ['an object without what it needs', { edits: [{}] }, 'edits[0] needs oldText: Old.'],
  ])('refuses %s', (_, input, message) => {
    expect(() => readArguments('tool', rows, input)).toThrow(message);
  });
});

describe('a parameter that there is not', () => {
  const needed: readonly ParameterRow[] = [
    { name: 'path', type: 'string', isRequired: true, description: 'File.' },
    { ...(rows[1] as ParameterRow), isRequired: true },
    { name: 'all', type: 'boolean', description: 'All.' },
  ];

  it.each([
    [
      'in the place of one that is needed: names that, with what its items hold',
      { file: 'a', oldText: 'x' },
      'tool has no parameter "file", and needs path and edits, a list of {oldText, all}. It takes: path, edits, all. Use these.',
    ],
    [
      'where a needed one is there under another spelling: does not ask for it',
      { Path: 'a', edits: [], glob: 'x' },
      'tool has no parameter "glob". It takes: path, edits, all. Use one of these, or leave it out.',
    ],
    [
      'in an item of a list',
      { path: 'a', edits: [{ old_string: 'x' }] },
      'edits[0] has no parameter "old_string", and needs oldText. It takes: oldText, all. Use these.',
    ],
  ])('%s', (_, input, message) => {
    expect(() => readArguments('tool', needed, input)).toThrow(message);
  });
});

describe('a value that is no JSON', () => {
  const circular: Record<string, unknown> = {};
  circular.self = circular;
  it.each([
    ['a big integer', 10n, 'not 10'],
    ['an object that holds itself', circular, 'not [object Object]'],
  ])('is named back: %s', (_, value, words) => {
    const read = (): unknown =>
      readArguments('t', [{ name: 'path', type: 'string', description: 'A path.' }], { path: value });
    expect(read).toThrow(expect.objectContaining({ code: 'request-invalid', message: `path is a text, ${words}` }));
  });
});
