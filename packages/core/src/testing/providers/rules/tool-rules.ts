import { isObject } from '../parts/json.ts';
import { at, type Place, textAt } from './place.ts';
import { type Rule, repeatedBy, ruleOf } from './rule.ts';

/** How an API writes the tools that it offers. */
export interface ToolForm {
  /** The places at which names of tools stand: the objects that have `name`. */
  readonly toolsOf: (body: Place) => readonly Place[];
  readonly schemaOf: (tool: Place) => Place;
  readonly isSchemaNeeded: boolean;
  readonly namePattern: RegExp;
  readonly name: (tool: Place) => string;
  readonly repeated: (tool: Place) => string;
  readonly schema: (schema: Place) => string;
}

/** Makes the rules that tools have well-formed names, each once, and schemas of objects. */
export function toolRules(form: ToolForm): readonly Rule[] {
  return [
    ruleOf('tool-name', form.toolsOf, (tool) => !form.namePattern.test(textAt(tool, 'name') ?? ''), form.name),
    {
      name: 'tool-name-repeated',
      broken: (body) => repeatedBy(form.toolsOf(body), (tool) => textAt(tool, 'name')),
      message: form.repeated,
    },
    ruleOf(
      'tool-schema',
      (body) => form.toolsOf(body).map(form.schemaOf),
      (schema) => (schema.value === undefined ? form.isSchemaNeeded : !isObjectSchema(schema)),
      form.schema,
    ),
  ];
}

function isObjectSchema(schema: Place): boolean {
  const type = at(schema, 'type').value;
  return isObject(schema.value) && typeof type === 'string' && type.toLowerCase() === 'object';
}
