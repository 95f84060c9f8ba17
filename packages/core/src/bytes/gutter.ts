import { plural } from './count-words.ts';

/**
 * What stands between the number of a line and its text: a whole line, one that began on an earlier page, one that holds
 * a match, one beside a match.
 */
export type GutterMark = '|' | '+' | ':' | '-';

/**
 * Writes what stands before a line: its number, the mark and a space, such as `13338| `.
 *
 * Contract: ASCII without characters that JSON escapes, so its length is its cost; no number where none is known.
 */
export function formatGutter(line: number | undefined, mark: GutterMark): string {
  return `${line ?? ''}${mark} `;
}

/** Returns the width of a column that holds every line number up to `lastLine`. */
export function gutterWidth(lastLine: number): number {
  return String(lastLine).length;
}

/** Writes a row that says something of a content, without a line of its own: `| text`. */
export function formatNote(text: string): string {
  return formatGutter(undefined, '|') + text;
}

/** Writes a row of a column: `9174| text`, or `    | text` where no line of the content is shown. */
export function formatRow(line: number | undefined, width: number, text: string): string {
  return formatGutter(line, '|').padStart(width + 2) + text;
}

/** Writes the row that stands for lines left out. */
export function formatGap(lines: number, width: number): string {
  return formatRow(undefined, width, `… ${plural(lines, 'line')} not shown …`);
}

/** Writes a row that begins with a count, right-aligned and followed by two spaces. */
export function formatCountRow(count: string, width: number, text: string): string {
  return `${count.padStart(width)}  ${text}`;
}

/**
 * Puts the gutter before each line of a content.
 *
 * Contract: the last newline of the content is left out, as a last newline is not a line; an empty content has no line.
 */
export function withGutter(content: string, startLine: number | undefined, startsMidLine: boolean): string {
  if (content === '') return '';
  const lines = (content.endsWith('\n') ? content.slice(0, -1) : content).split('\n');
  return lines
    .map((text, index) => {
      const line = startLine === undefined ? undefined : startLine + index;
      return formatGutter(line, startsMidLine && index === 0 ? '+' : '|') + text;
    })
    .join('\n');
}

/**
 * Tells whether a line of a notice is a row of its preview, by its first character.
 *
 * Contract: true for every row with the mark `|`, with a count or without a number, whatever its text; so no content can
 * pass for a call or a mark of ours, which begin with a letter, a quote, a slash or a bracket.
 */
export function isPreviewRow(line: string): boolean {
  return /^[\d |]/.test(line);
}
