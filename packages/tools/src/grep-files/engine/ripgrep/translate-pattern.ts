/**
 * Writes a regular expression of RE2's syntax in that of ripgrep, where it means the same in a line.
 *
 * Contract: `pattern` is one that RE2 accepts. What the two read differently is written out: `\d`, `\w`, `\s` and `\b`
 * are ASCII's, `^`, `$`, `\A` and `\z` the ends of a line, a bracket or an ampersand in a class stands for itself.
 * Undefined for a class that is not closed, which engines read in ways of their own.
 */
export function translatePattern(pattern: string): string | undefined {
  let result = '';
  for (let at = 0; at < pattern.length; ) {
    const piece = pieceAt(pattern, at);
    if (piece.end > pattern.length) return undefined;
    result += piece.text;
    at = piece.end;
  }
  return result;
}

interface Piece {
  readonly text: string;
  readonly end: number;
}

function pieceAt(pattern: string, at: number): Piece {
  const char = String.fromCodePoint(pattern.codePointAt(at) as number);
  if (char === '\\') return escapeAt(pattern, at, false);
  if (char === '[') return classAt(pattern, at);
  if (char === '(') return groupAt(pattern, at);
  if (char === '{') {
    const repeat = /^\{\d+(?:,\d*)?\}/.exec(pattern.slice(at));
    return repeat === null ? { text: '\\{', end: at + 1 } : { text: repeat[0], end: at + repeat[0].length };
  }
  return { text: /[}\]#&~-]/.test(char) ? `\\${char}` : char, end: at + char.length };
}

const classes: Readonly<Record<string, string>> = { d: '0-9', w: '0-9A-Za-z_', s: '\\t\\n\\f\\r ' };
const ends: Readonly<Record<string, string>> = { A: '^', z: '$', b: '(?-u:\\b)', B: '(?-u:\\B)' };

function escapeAt(pattern: string, at: number, isInClass: boolean): Piece {
  const next = pattern[at + 1] ?? '';
  if (next === 'Q' && !isInClass) return quotedAt(pattern, at + 2);
  const set = classes[next.toLowerCase()];
  if (set !== undefined) {
    const isNegated = next !== next.toLowerCase();
    return { text: isNegated ? `[^${set}]` : isInClass ? set : `[${set}]`, end: at + 2 };
  }
  if (!isInClass && ends[next] !== undefined) return { text: ends[next], end: at + 2 };
  const rest = pattern.slice(at);
  const octal = /^\\(0[0-7]{0,2}|[1-7][0-7]{1,2})/.exec(rest);
  if (octal !== null) {
    return { text: `\\x{${Number.parseInt(octal[1] as string, 8).toString(16)}}`, end: at + octal[0].length };
  }
  const property = /^\\([pP])\{\^([^}]*)\}/.exec(rest);
  if (property !== null) {
    const letter = property[1] === 'p' ? 'P' : 'p';
    return { text: `\\${letter}{${property[2]}}`, end: at + property[0].length };
  }
  const whole =
    /^\\(?:x\{[0-9a-fA-F]+\}|u\{[0-9a-fA-F]+\}|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|[pP]\{[^}]*\}|[pP][A-Z]|[aftnrv])/.exec(
      rest,
    );
  if (whole !== null) return { text: whole[0], end: at + whole[0].length };
  const char = String.fromCodePoint(pattern.codePointAt(at + 1) ?? 0x5c);
  return { text: literal(char), end: at + 1 + char.length };
}

function quotedAt(pattern: string, at: number): Piece {
  const close = pattern.indexOf('\\E', at);
  const end = close < 0 ? pattern.length : close;
  return { text: Array.from(pattern.slice(at, end), literal).join(''), end: close < 0 ? end : end + 2 };
}

/** Flags: a line is all the text there is, so `m` changes nothing in RE2 and is left out. */
function groupAt(pattern: string, at: number): Piece {
  const flags = /^\(\?([imsU]*)(?:-([imsU]*))?([:)])/.exec(pattern.slice(at));
  if (flags === null) return { text: '(', end: at + 1 };
  const on = (flags[1] ?? '').replaceAll('m', '');
  const off = (flags[2] ?? '').replaceAll('m', '');
  const words = on + (off === '' ? '' : `-${off}`);
  const close = flags[3] as string;
  const text = words === '' && close === ')' ? '' : `(?${words}${close}`;
  return { text, end: at + flags[0].length };
}

const setForm = /^(?:\[:|\\[dDwWsSpP])/;

function classAt(pattern: string, at: number): Piece {
  let end = at + 1;
  let text = '[';
  if (pattern[end] === '^') {
    text += '^';
    end++;
  }
  for (let isFirst = true; end < pattern.length && (isFirst || pattern[end] !== ']'); isFirst = false) {
    const item = classItemAt(pattern, end);
    const isSet = setForm.test(pattern.slice(end, item.end));
    text += item.text;
    end = item.end;
    // A set begins no range: the sign behind it stands for itself.
    const isRange = !isSet && pattern[end] === '-' && end + 1 < pattern.length && pattern[end + 1] !== ']';
    if (!isRange) continue;
    const last = classItemAt(pattern, end + 1);
    text += `-${last.text}`;
    end = last.end;
  }
  return { text: `${text}]`, end: end + 1 };
}

function classItemAt(pattern: string, at: number): Piece {
  const char = String.fromCodePoint(pattern.codePointAt(at) as number);
  const named = /^\[:\^?[a-z]+:\]/.exec(pattern.slice(at));
  if (named !== null) return { text: named[0], end: at + named[0].length };
  if (char === '\\') return escapeAt(pattern, at, true);
  return { text: literal(char), end: at + char.length };
}

function literal(char: string): string {
  if (char === '\n') return '\\n';
  return /[\\.+*?()|[\]{}^$#&~-]/.test(char) ? `\\${char}` : char;
}
