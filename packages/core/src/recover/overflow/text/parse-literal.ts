/** A value found in a text, and where it ends. */
export interface FoundLiteral {
  readonly value: unknown;
  readonly end: number;
}

const maxDepth = 40;
const words: Readonly<Record<string, unknown>> = {
  true: true,
  false: false,
  null: null,
  True: true,
  False: false,
  None: null,
  NaN: null,
  undefined: null,
};
const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };

/**
 * Reads the JSON value or Python literal that begins at an offset.
 *
 * Contract: dictionaries, lists, tuples, strings in either quotes, numbers and the words of both languages. Undefined
 * for anything else, unfinished ones included. Costs time in proportion to the literal.
 */
export function parseLiteral(text: string, start: number): FoundLiteral | undefined {
  return readValue(text, start, 0);
}

function readValue(text: string, from: number, depth: number): FoundLiteral | undefined {
  const at = skipSpace(text, from);
  const first = text[at];
  if (first === undefined || depth > maxDepth) return undefined;
  if (first === '{') return readEntries(text, at, depth);
  if (first === '[' || first === '(') return readItems(text, at, first === '[' ? ']' : ')', depth);
  if (first === '"' || first === "'") return readString(text, at);
  return readBare(text, at);
}

function readEntries(text: string, start: number, depth: number): FoundLiteral | undefined {
  const value: Record<string, unknown> = Object.create(null);
  let at = skipSpace(text, start + 1);
  while (text[at] !== '}') {
    const key = readValue(text, at, depth + 1);
    if (key === undefined || typeof key.value === 'object') return undefined;
    at = skipSpace(text, key.end);
    if (text[at] !== ':') return undefined;
    const entry = readValue(text, at + 1, depth + 1);
    if (entry === undefined) return undefined;
    value[String(key.value)] = entry.value;
    at = skipSpace(text, entry.end);
    if (text[at] === ',') at = skipSpace(text, at + 1);
    else if (text[at] !== '}') return undefined;
  }
  return { value, end: at + 1 };
}

function readItems(text: string, start: number, close: string, depth: number): FoundLiteral | undefined {
  const value: unknown[] = [];
  let at = skipSpace(text, start + 1);
  while (text[at] !== close) {
    const item = readValue(text, at, depth + 1);
    if (item === undefined) return undefined;
    value.push(item.value);
    at = skipSpace(text, item.end);
    if (text[at] === ',') at = skipSpace(text, at + 1);
    else if (text[at] !== close) return undefined;
  }
  return { value, end: at + 1 };
}

function readString(text: string, start: number): FoundLiteral | undefined {
  const quote = text[start];
  let value = '';
  for (let at = start + 1; at < text.length; at += 1) {
    const char = text[at] as string;
    if (char === quote) return { value, end: at + 1 };
    if (char !== '\\') value += char;
    else {
      at += 1;
      const code = text[at] === 'u' ? /^[0-9a-fA-F]{4}/.exec(text.slice(at + 1, at + 5))?.[0] : undefined;
      value +=
        code === undefined ? (escapes[text[at] ?? ''] ?? text[at] ?? '') : String.fromCharCode(parseInt(code, 16));
      if (code !== undefined) at += 4;
    }
  }
  return undefined;
}

function readBare(text: string, start: number): FoundLiteral | undefined {
  const found = /^(?:-?\d[\d.eE+-]{0,40}|[A-Za-z]{4,9}\b)/.exec(text.slice(start, start + 42))?.[0];
  if (found === undefined) return undefined;
  const value = Object.hasOwn(words, found) ? words[found] : Number(found);
  return typeof value === 'number' && Number.isNaN(value) ? undefined : { value, end: start + found.length };
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\r' || text[at] === '\t') at += 1;
  return at;
}
