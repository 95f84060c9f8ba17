/**
 * Reads a regular expression that is nothing but texts to choose from, such as `ERROR|time\.out`.
 *
 * Contract: returns the texts in order; undefined for anything else, an empty alternative included.
 */
export function parseAlternatives(pattern: string): readonly string[] | undefined {
  const texts: string[] = [];
  let text = '';
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern[at] as string;
    if (char === '|') {
      texts.push(text);
      text = '';
    } else if (char === '\\') {
      const escaped = pattern[++at];
      if (escaped === undefined || !/[!-/:-@[-`{-~]/.test(escaped)) return undefined;
      text += escaped;
    } else if (/[.+*?()[\]{}^$]/.test(char)) return undefined;
    else text += char;
  }
  texts.push(text);
  return texts.every((each) => each !== '') ? texts : undefined;
}

/** Tells whether a regular expression asks for a line feed, other than to exclude it or to allow it in a class. */
export function asksForLineFeed(pattern: string): boolean {
  let isInClass = false;
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern[at];
    if (char === '\\') {
      at++;
      if (pattern[at] === 'n' && !isInClass) return true;
    } else if (char === '[' && !isInClass) {
      isInClass = true;
      // `]` as the first of a class stands for itself.
      if (pattern[at + 1] === '^') at++;
      if (pattern[at + 1] === ']') at++;
    } else if (char === ']') isInClass = false;
    else if (char === '\n' && !isInClass) return true;
  }
  return false;
}

/** Tells whether a regular expression names CR. */
export function asksForCarriageReturn(pattern: string): boolean {
  return /\r|\\r|\\x0[dD]|\\x\{0*[dD]\}|\\015/.test(pattern);
}

/** Tells whether a regular expression names ESC, as text or by a number. */
export function asksForEscape(pattern: string): boolean {
  return pattern.includes('\u001b') || /\\x1b|\\x\{0*1b\}|\\u001b|\\u\{0*1b\}|\\033|\\c\[/i.test(pattern);
}
