import { readProperty } from './read-property.ts';

/**
 * Writes anything that a tool can throw as text: errors with their causes, plain `{ message }` objects, strings, BigInt,
 * objects whose getters throw.
 *
 * Contract: never throws; never returns an empty text; at most eight causes deep.
 */
export function errorText(thrown: unknown): string {
  const parts = [oneErrorText(thrown)];
  let current = readProperty(thrown, 'cause');
  for (let depth = 1; depth < 8 && current !== undefined; depth += 1) {
    parts.push(oneErrorText(current));
    current = readProperty(current, 'cause');
  }
  return parts.join('\nCaused by: ');
}

function oneErrorText(thrown: unknown): string {
  if (typeof thrown === 'string') return thrown === '' ? 'The tool threw an empty text.' : thrown;
  const message = readProperty(thrown, 'message');
  if (typeof message === 'string' && message !== '') {
    const name = readProperty(thrown, 'name');
    return typeof name === 'string' && name !== '' && name !== 'Error' ? `${name}: ${message}` : message;
  }
  try {
    const json = JSON.stringify(thrown);
    if (json !== undefined && json !== '{}') return json;
  } catch {
    // Circular, BigInt or a getter that throws: the plain text form is left.
  }
  try {
    return `The tool threw ${String(thrown)}`;
  } catch {
    return `The tool threw a value of type ${typeof thrown} that cannot be shown.`;
  }
}
