/** A string as it stands in a JSON text: from its first quote to behind its last one. */
export interface JsonString {
  readonly start: number;
  readonly end: number;
  /** Names a member of an object. */
  readonly isKey: boolean;
}

/** Lists the strings of a JSON text in their order. Contract: `text` is JSON. */
export function* jsonStringsOf(text: string): Generator<JsonString> {
  for (let start = text.indexOf('"'); start >= 0; ) {
    const end = endOfString(text, start);
    yield { start, end, isKey: /^\s*:/u.test(text.slice(end, end + 64)) };
    start = text.indexOf('"', end);
  }
}

/** A quote ends a string unless the backslashes before it are odd in number. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let before = at;
    while (text[before - 1] === '\\') before -= 1;
    if ((at - before) % 2 === 0) return at + 1;
  }
  return text.length;
}
