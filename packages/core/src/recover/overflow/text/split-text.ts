import { parseLiteral } from './parse-literal.ts';
import { stripQuotes } from './strip-echo.ts';

/** A text taken apart. */
export interface SplitText {
  /** What stands around the values. */
  readonly prose: string;
  /** The objects and the arrays of objects in it, in order. */
  readonly values: readonly unknown[];
}

/** Tries that may fail, so that a text of opening brackets costs no more than its length. */
const maxFailures = 24;

/**
 * Finds the JSON and the Python literals in a text: bodies behind a prefix, events of a stream, quoted bodies.
 *
 * Contract: a text that is one JSON string counts as what it says. Values without an object in them are left in the
 * prose.
 */
export function splitText(text: string): SplitText {
  const whole = parseWhole(text);
  return whole ?? takeApart(stripQuotes(text));
}

function takeApart(text: string): SplitText {
  const values: unknown[] = [];
  let prose = '';
  let from = 0;
  let failures = 0;
  const opening = /[{[]/g;
  for (let found = opening.exec(text); found !== null && failures < maxFailures; found = opening.exec(text)) {
    const literal = parseLiteral(text, found.index);
    if (literal === undefined) failures += 1;
    else if (holdsObject(literal.value)) {
      prose += `${text.slice(from, found.index)} `;
      values.push(literal.value);
      from = literal.end;
      opening.lastIndex = literal.end;
    }
  }
  return { prose: prose + text.slice(from), values };
}

function parseWhole(text: string): SplitText | undefined {
  if (!/^\s*["{[]/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? { prose: value, values: [] } : { prose: '', values: [value] };
  } catch {
    return undefined;
  }
}

function holdsObject(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(holdsObject);
  return typeof value === 'object' && value !== null;
}
