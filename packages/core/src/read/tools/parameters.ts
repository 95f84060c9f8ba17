import { SpillwayError } from '../../errors.ts';

/** One parameter of a tool: the schema and the reading of arguments are made from it. */
export interface ParameterRow {
  readonly name: string;
  readonly type: 'string' | 'integer' | 'boolean' | 'list';
  readonly description: string;
  readonly isRequired?: boolean;
  /** Least value of an integer, or number of items of a list. */
  readonly min?: number;
  /** Greatest value of an integer, length of a string, or number of items of a list. */
  readonly max?: number;
  /** What a list holds: texts, or objects with these members. */
  readonly items?: 'string' | readonly ParameterRow[];
}

export type ArgumentValue = string | number | boolean | readonly (string | Arguments)[];

export type Arguments = { readonly [name: string]: ArgumentValue | undefined };

/** Makes the JSON Schema of a table of parameters. */
export function toInputSchema(rows: readonly ParameterRow[]): Readonly<Record<string, unknown>> {
  const required = rows.filter((row) => row.isRequired === true).map((row) => row.name);
  return {
    type: 'object',
    properties: Object.fromEntries(rows.map((row) => [row.name, toPropertySchema(row)])),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

function toPropertySchema(row: ParameterRow): Readonly<Record<string, unknown>> {
  const { type, description, min, max } = row;
  if (type === 'string') return { type, description, ...(max !== undefined && { maxLength: max }) };
  if (type === 'list') {
    const bounds = { ...(min !== undefined && { minItems: min }), ...(max !== undefined && { maxItems: max }) };
    return { type: 'array', items: toItemSchema(row.items), ...bounds, description };
  }
  return { type, ...(min !== undefined && { minimum: min }), ...(max !== undefined && { maximum: max }), description };
}

function toItemSchema(items: ParameterRow['items'] = 'string'): Readonly<Record<string, unknown>> {
  return items === 'string' ? { type: 'string' } : toInputSchema(items);
}

/**
 * Reads the arguments of a call.
 *
 * Contract: forgiving where the meaning is plain: `"3"` and `"20,000"` for numbers, `"true"` for true, a number for a
 * text, `start_line` for `startLine`, an object or a list written as JSON text, one item for a list of one; null, and
 * an empty text where the parameter may be left out, count as absent.
 * @throws SpillwayError `request-invalid` that names the parameter, what it takes and what was given; an unknown
 * parameter is named back with those that there are.
 */
export function readArguments(toolName: string, rows: readonly ParameterRow[], input: unknown): Arguments {
  const values: Record<string, ArgumentValue> = {};
  const object = toObject(toolName, input);
  for (const [given, value] of Object.entries(object)) {
    if (value === undefined || value === null) continue;
    const row = rows.find(({ name }) => plainName(name) === plainName(given));
    if (row === undefined) throw unknownParameter(toolName, rows, given, Object.keys(object));
    if (value === '' && row.isRequired !== true && row.type === 'string') continue;
    values[row.name] = readValue(row, value);
  }
  const missing = rows.find((row) => row.isRequired === true && values[row.name] === undefined);
  if (missing !== undefined) throw invalid(`${toolName} needs ${missing.name}: ${missing.description}`);
  return values;
}

function toObject(toolName: string, input: unknown): object {
  const value = typeof input === 'string' ? parseJson(input) : (input ?? {});
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw invalid(`${toolName} takes one JSON object of arguments`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function readValue(row: ParameterRow, value: unknown): ArgumentValue {
  if (row.type === 'list') return readList(row, value);
  if (row.type === 'integer') return readInteger(row, value);
  if (row.type === 'boolean') {
    if (value === true || value === 'true') return true;
    if (value === false || value === 'false') return false;
    throw invalid(`${row.name} is true or false, not ${show(value)}`);
  }
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  throw invalid(`${row.name} is a text, not ${show(value)}`);
}

function readList(row: ParameterRow, value: unknown): readonly (string | Arguments)[] {
  const { items = 'string', min = 0, max = Number.MAX_SAFE_INTEGER } = row;
  const parsed = typeof value === 'string' && /^\s*[[{]/.test(value) ? (parseJson(value) ?? value) : value;
  const list: readonly unknown[] = Array.isArray(parsed) ? parsed : [parsed];
  if (list.length < min || list.length > max) {
    const range = max === Number.MAX_SAFE_INTEGER ? `at least ${min}` : `${min} to ${max}`;
    throw invalid(`${row.name} takes ${range} items, not ${list.length}`);
  }
  return list.map((item, at) => {
    if (items !== 'string') return readArguments(`${row.name}[${at}]`, items, item);
    if (typeof item === 'string') return item;
    throw invalid(`${row.name} is a list of texts; item ${at} is ${show(item)}`);
  });
}

function readInteger(row: ParameterRow, value: unknown): number {
  const { min = 0, max = Number.MAX_SAFE_INTEGER } = row;
  const digits = typeof value === 'string' ? value.trim() : '';
  const isPlain = /^[+-]?\d+$/.test(digits) || /^\d{1,3}(?:,\d{3})+$/.test(digits);
  const number = typeof value === 'number' ? value : isPlain ? Number(digits.replaceAll(',', '')) : Number.NaN;
  if (Number.isSafeInteger(number) && number >= min && number <= max) return number;
  const range = max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`;
  throw invalid(`${row.name} is a whole number ${range}, not ${show(value)}`);
}

/** Models write names of parameters in several ways. */
function plainName(name: string): string {
  return name.replaceAll(/[_-]/g, '').toLowerCase();
}

/** Where a parameter that is needed is not there, the unknown one was most likely meant to be it. */
function unknownParameter(
  toolName: string,
  rows: readonly ParameterRow[],
  unknown: string,
  given: readonly string[],
): SpillwayError {
  const names = rows.map((row) => row.name).join(', ');
  const plainNames = given.map(plainName);
  const missing = rows.filter((row) => row.isRequired === true && !plainNames.includes(plainName(row.name)));
  const needed = missing.length === 0 ? '' : `, and needs ${missing.map(describeNeeded).join(' and ')}`;
  const next = missing.length === 0 ? 'Use one of these, or leave it out.' : 'Use these.';
  return invalid(`${toolName} has no parameter ${show(unknown)}${needed}. It takes: ${names}. ${next}`);
}

function describeNeeded({ name, items }: ParameterRow): string {
  return typeof items === 'object' ? `${name}, a list of {${items.map((item) => item.name).join(', ')}}` : name;
}

function show(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  const text = toJson(value) ?? String(value);
  return text.length <= 60 ? text : `${text.slice(0, 60).toWellFormed()}…`;
}

/** Arguments that are no JSON come from code, not from a model, and are named back all the same. */
function toJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

function invalid(message: string): SpillwayError {
  return new SpillwayError({ code: 'request-invalid', message });
}
