import { jsonEscapedLength, takeEscaped } from '../../bytes/escaped-length.ts';

/** Strings of JSON hold no line break, so each stands between tokens, and so does the white space behind it. */
const lineBreak = /[\r\n][ \t\r\n]*/g;

/** The beginning of a text, on one line. */
export interface Folded {
  readonly text: string;
  /** UTF-16 units of the original that it stands for. */
  readonly units: number;
}

/**
 * Takes as much of a JSON text as fits, with line breaks and the indentation behind them left out.
 *
 * Contract: `maxBytes` are JSON-escaped bytes. Every token stands as it was.
 */
export function takeFolded(json: string, maxBytes: number): Folded {
  const parts: string[] = [];
  let left = maxBytes;
  let at = 0;
  const take = (end: number): boolean => {
    const piece = json.slice(at, end);
    const units = takeEscaped(piece, left);
    const taken = units === piece.length ? piece : piece.slice(0, units);
    parts.push(taken);
    left -= jsonEscapedLength(taken);
    at += units;
    return at === end;
  };
  for (const gap of json.matchAll(lineBreak)) {
    if (!take(gap.index)) return { text: parts.join(''), units: at };
    at += gap[0].length;
  }
  take(json.length);
  return { text: parts.join(''), units: at };
}
