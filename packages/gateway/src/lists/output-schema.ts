import { createHash } from 'node:crypto';

type Schema = Record<string, unknown>;

/** The bounded form of a result, which a widened schema accepts beside the tool's own. */
const BOUNDED_SCHEMA: Schema = {
  type: 'object',
  description: 'Stands in place of a result that is over the budget; the handle keeps all of it.',
  properties: {
    partial: { const: true },
    handle: { type: 'string' },
    next: {
      type: 'array',
      items: { type: 'object', properties: { tool: { type: 'string' }, arguments: { type: 'object' } } },
    },
  },
  required: ['partial'],
};

/**
 * Returns an output schema that accepts the original and the bounded form.
 *
 * Contract: takes and returns raw JSON. The root keeps `"type": "object"` where the original has it, as the revisions
 * before 2026 demand. References inside the original still mean the original: it gets an `$id` of its own. A schema that
 * is no object is returned as it is.
 */
export function widenOutputSchema(raw: Buffer): Buffer {
  const original = parseSchema(raw);
  if (original === undefined) return raw;
  const { $schema, ...rest } = original;
  const needsId = rest.$id === undefined && raw.includes('"$ref"');
  const named = needsId ? { $id: `spillway:schema/${digest(raw)}`, ...rest } : rest;
  const widened = {
    ...($schema === undefined ? {} : { $schema }),
    ...(original.type === 'object' ? { type: 'object' } : {}),
    anyOf: [named, BOUNDED_SCHEMA],
  };
  return Buffer.from(JSON.stringify(widened));
}

function parseSchema(raw: Buffer): Schema | undefined {
  try {
    const value: unknown = JSON.parse(raw.toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Schema) : undefined;
  } catch {
    return undefined;
  }
}

function digest(raw: Buffer): string {
  return createHash('sha256').update(raw).digest('hex').slice(0, 16);
}
