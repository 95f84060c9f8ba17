import { describe, expect, it } from 'vitest';
import { widenOutputSchema } from '../../src/lists/output-schema.ts';

const widen = (schema: object | string) =>
  JSON.parse(widenOutputSchema(Buffer.from(typeof schema === 'string' ? schema : JSON.stringify(schema))).toString());

describe('widening an output schema', () => {
  it('keeps an object-typed root and accepts either form', () => {
    const original = { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] };
    const widened = widen(original);
    expect(Object.keys(widened)).toEqual(['type', 'anyOf']);
    expect(widened.type).toBe('object');
    expect(widened.anyOf[0]).toEqual(original);
    expect(widened.anyOf[1].properties.partial).toEqual({ const: true });
  });

  it('keeps the dialect at the root and gives references a root of their own', () => {
    const widened = widen({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      $defs: { n: { type: 'number' } },
      properties: { a: { $ref: '#/$defs/n' } },
    });
    expect(widened.$schema).toBe('https://json-schema.org/draft/2020-12/schema');
    expect(widened.anyOf[0].$schema).toBeUndefined();
    expect(widened.anyOf[0].$id).toMatch(/^spillway:schema\/[0-9a-f]{16}$/);
    expect(widened.anyOf[0].properties.a).toEqual({ $ref: '#/$defs/n' });
  });

  it('does not make an object of what need not be one, and leaves what is no schema', () => {
    expect(widen({ type: 'array' }).type).toBeUndefined();
    expect(widen('true')).toBe(true);
    expect(widenOutputSchema(Buffer.from('{"a":')).toString()).toBe('{"a":');
  });
});
