/**
 * What servers repeat of a request inside a message: the value after the name of a field, in quotes, or the rest of the
 * line behind a mark of a validator. Names of fields count only before `:` or `=`.
 */
const names =
  '(?:input_value|inputs?|messages|prompt|content|text|arguments|output|tool_result|got|received|value|near)';
const inQuotes = String.raw`(["'])(?:(?!\1)[^\\]|\\.){6,}?`;
const quoted = String.raw`${inQuotes}(?:\1|$)`;
const fieldEcho = new RegExp(String.raw`\b${names}\\{0,4}["'\x60]?\s{0,2}[:=]\s{0,2}\\{0,4}${quoted}`, 'gis');
const before = String.raw`\b(?:${names}|in|of|parse|parsing|decode|read|at|tool results?|tool outputs?|line):?\s{1,2}`;
const wordEcho = new RegExp(before + quoted, 'gis');
const closedEcho = new RegExp(String.raw`${before}${inQuotes}\1`, 'gis');
const markedEcho = /\binput_value=[^\n]*/gi;

/** Removes what a message repeats of the request, so that only the provider's own words are looked at. */
export function stripEcho(text: string): string {
  return text.replace(markedEcho, ' ').replace(fieldEcho, ' ').replace(wordEcho, ' ');
}

/** Removes what a text quotes of the request as a whole, before anything is looked for inside it. */
export function stripQuotes(text: string): string {
  return text.replace(closedEcho, ' ');
}
