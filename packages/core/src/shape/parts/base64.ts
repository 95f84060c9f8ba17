import { decodeBase64 } from '../../bytes/base64.ts';
import { plural } from '../../bytes/count-words.ts';
import { detectBinaryMediaType } from '../../bytes/media-type.ts';

/** Longest run that is shown as it stands. */
export const longestShownBase64: number = 100;

/** A run, with the data URI before it; inside JSON a slash or a line break may stand escaped. */
const runs = /(?:data:([\w.+-]+\/[\w.+-]+)?(?:;[\w.+=-]+)*;base64,)?(?:[A-Za-z0-9+/_-]|\\[/nr]){101,}={0,2}/gu;
const escapes = /\\[/nr]/gu;
/** Characters of a run that decide whether it is base64. */
const judgedChars = 1_024;
/** Enough for every mark of `detectBinaryMediaType`. */
const headChars = 400;

/**
 * Puts a name of type and size in the place of each long run of base64.
 *
 * Contract: runs of up to 100 characters, and long runs of letters and digits that are no base64 (hexadecimal, one
 * character repeated), stay. Sizes are those of the decoded bytes; `isCut` says that the text goes on, so that the size
 * of a run at its end is a lower bound and said to be.
 */
export function nameBase64(text: string, isCut = false): string {
  if (text.length <= longestShownBase64) return text;
  return text.replace(runs, (run: string, uriType: string | undefined, at: number) => {
    const start = run.startsWith('data:') ? run.indexOf(',') + 1 : 0;
    const chars = run.slice(start).replace(escapes, (escaped) => (escaped === '\\/' ? '/' : ''));
    if (start === 0 && !looksLikeBase64(chars)) return run;
    const isOpen = isCut && at + run.length === text.length;
    return formatBase64Name(uriType ?? base64MediaType(chars), decodedLength(chars), isOpen);
  });
}

/** Writes the name that stands for base64: `<base64 of image/png, 12,345 bytes>`. */
function formatBase64Name(mediaType: string | undefined, byteLength: number, isLowerBound = false): string {
  const type = mediaType === undefined ? '' : ` of ${mediaType}`;
  return `<base64${type}, ${isLowerBound ? 'over ' : ''}${plural(byteLength, 'byte')}>`;
}

/** Names the media type of what base64 decodes to, from its first characters. */
export function base64MediaType(chars: string): string | undefined {
  return detectBinaryMediaType(decodeBase64(chars.slice(0, headChars)));
}

/**
 * Tells base64 from other long words by its letters: both cases and digits, each with a fair share.
 *
 * Contract: looks at the first 1,024 characters. A known binary mark decides at once.
 */
export function looksLikeBase64(chars: string): boolean {
  if (base64MediaType(chars) !== undefined) return true;
  const judged = chars.slice(0, judgedChars);
  let upper = 0;
  let lower = 0;
  let digits = 0;
  for (let at = 0; at < judged.length; at++) {
    const code = judged.charCodeAt(at);
    if (code >= 0x61) lower++;
    else if (code >= 0x41 && code !== 0x5f) upper++;
    else if (code >= 0x30) digits++;
  }
  const fair = judged.length * 0.1;
  return upper >= fair && lower >= fair && digits >= judged.length * 0.02;
}

/** Bytes that so many characters of base64, padding included, decode to. */
function decodedLength(chars: string): number {
  const padding = chars.endsWith('==') ? 2 : chars.endsWith('=') ? 1 : 0;
  return Math.floor(((chars.length - padding) * 3) / 4);
}
