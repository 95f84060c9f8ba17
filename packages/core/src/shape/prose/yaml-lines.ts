const fewestLines = 5;
const mostAre = 0.9;
/** Keys above deeper lines, which no list of `key: value` has. */
const fewestNested = 2;
const nestedShare = 0.03;

const comment = /^\s*#/;
const key = /^\s*(?:- +)*(?:[\w.$/@*-]+|"[^"]*"|'[^']*'):(?:\s|$)/;
const item = /^\s*-(?: +\S|$)/;
const marker = /^(?:---|\.\.\.|%YAML)(?:\s|$)/;
/** A key whose value stands below it, or is a text of several lines. */
const opener = /^\s*(?:- +)*(?:[\w.$/@*-]+|"[^"]*"|'[^']*'):\s*(?:[|>][-+\d]*|[&!]\S+)?\s*(?:#.*)?$/;

/**
 * Tells YAML from other lists of keys and values by its nesting.
 *
 * Contract: `lines` are not blank. Texts of several lines and values that go on count as what stands above them.
 */
export function isYaml(lines: readonly string[]): boolean {
  const own = lines.filter((line) => !comment.test(line));
  if (own.length < fewestLines || !own.some((line) => isAtTop(line))) return false;
  let fitting = 0;
  let nested = 0;
  /** Lines that are indented deeper than this belong to a text. */
  let textIndent = -1;
  let lastIndent = -1;
  let lastOpens = false;
  for (const line of own) {
    const indent = line.search(/\S/);
    if (textIndent >= 0 && indent > textIndent) {
      fitting++;
      continue;
    }
    textIndent = -1;
    const isKey = key.test(line);
    const isItem = item.test(line);
    if (lastOpens && (isKey || isItem) && (indent > lastIndent || (isItem && indent === lastIndent))) nested++;
    if (isKey || isItem || marker.test(line)) fitting++;
    else if (indent > lastIndent && lastIndent >= 0 && !lastOpens) fitting++;
    lastOpens = opener.test(line);
    if (lastOpens && /[|>][-+\d]*\s*$/.test(line)) textIndent = indent;
    if (isKey || isItem) lastIndent = indent;
  }
  return fitting >= own.length * mostAre && nested >= Math.max(fewestNested, own.length * nestedShare);
}

function isAtTop(line: string): boolean {
  return /^\S/.test(line) && (key.test(line) || item.test(line));
}
