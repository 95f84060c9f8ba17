import { stripEcho } from './strip-echo.ts';

/** Of a message so much is looked at, half from either end; what providers write is far shorter. */
const maxCharacters = 32_768;

/**
 * Makes the text that the rules are written for.
 *
 * Contract: lower case, one space for any white space, without quotes, backslashes, asterisks and tags; full-width
 * forms as ASCII; narrow spaces between digits as commas. At most `maxCharacters`, whatever came.
 */
export function plainText(message: string): string {
  return stripEcho(cut(message))
    .replace(/(\d)[\u00a0\u2009\u202f](?=\d{3}(?!\d))/g, '$1,')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/<[/!]?[a-z][^<>]{0,200}>/g, ' ')
    .replace(/\\[nrt]/g, ' ')
    .replace(/["'`’‘“”„«»*\\]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

function cut(message: string): string {
  if (message.length <= maxCharacters) return message;
  const half = maxCharacters / 2;
  return `${message.slice(0, half)}\n${message.slice(-half)}`;
}
